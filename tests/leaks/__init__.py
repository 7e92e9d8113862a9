"""Hidden information (RELIABILITY 2.2): two worlds that look alike to somebody stay alike."""
