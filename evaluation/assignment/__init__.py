"""Assignment: the best one-to-one map, and the first of several."""
