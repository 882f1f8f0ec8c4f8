"""Names of samples for what takes seconds with each of them."""

ONE_OF_EACH_GENRE = ("fiction_ferry", "manual_sync", "news_bridge")
THREE_SHORT_SAMPLES = ("news_bridge", "news_dairy", "news_keeper")
