"""HTTP routes and WebSockets: bytes in, bytes out; decisions are made in `tables`."""
