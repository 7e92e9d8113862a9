"""Hidden information: two worlds that look alike to someone stay alike."""
