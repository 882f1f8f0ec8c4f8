"""What the page shows in tests: a text of one's own, and the address of a sample in columns."""

SAMPLE = "sample=news_keeper&c=key&c=mitkov&c=kennedy-boguraev"
TEXT = "Ann sold the lamp. She had cleaned it. Tom told Bill that he liked it."
