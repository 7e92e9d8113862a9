"""Views and choices as JSON, written straight from the numbers; holds no rule."""
