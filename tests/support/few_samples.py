"""Names of samples for what takes seconds with each of them."""

ONE_OF_EACH_GENRE = ("fiction_ferry", "manual_sync", "news_bridge")
FIVE_SAMPLES = (*ONE_OF_EACH_GENRE, "news_dairy", "news_keeper")
