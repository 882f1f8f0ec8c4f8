"""An exercise for a class: a text whose pronouns are guessed first and explained then, as one HTML file."""
