"""Figures for Prometheus; nothing in them tells about a game or a person."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ilos.server.house import House


class Metrics:
    """What a server counts."""

    def __init__(self, house: House) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ilos_requests", "HTTP calls", ["call", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "ilos_request_seconds", "Time of HTTP calls", registry=self.registry
        )
        self._gauge("ilos_sockets", "Open sockets", lambda: house.sockets.total)
        self._gauge("ilos_tables", "Tables in memory", lambda: len(house.tables.in_memory()))
        self._gauge("ilos_bot_jobs_waiting", "Bot jobs waiting", lambda: house.workers.waiting)
        self._gauge("ilos_bot_fallbacks", "Random moves", lambda: house.thinking.fallbacks)

    def _gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        Gauge(name, text, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """The page Prometheus reads."""
        return generate_latest(self.registry)
