"""Metrics for Prometheus; nothing in them identifies a game or a person."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ilos.server.app import App


class Metrics:
    """The metrics of a server."""

    def __init__(self, app: App) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ilos_requests", "HTTP calls", ["call", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "ilos_request_seconds", "Time of HTTP calls", registry=self.registry
        )
        self._gauge("ilos_sockets", "Open sockets", lambda: app.sockets.total)
        self._gauge("ilos_tables", "TableRegistry in memory", lambda: len(app.tables.in_memory()))
        self._gauge("ilos_bot_jobs_waiting", "Bot jobs waiting", lambda: app.workers.waiting)
        self._gauge("ilos_bot_fallbacks", "Random moves", lambda: app.scheduler.fallbacks)

    def _gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        Gauge(name, text, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """Return the page Prometheus reads."""
        return generate_latest(self.registry)
