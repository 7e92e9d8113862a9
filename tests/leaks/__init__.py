"""Hidden information (RELIABILITY 2.2): two worlds that look alike to someone stay alike."""
