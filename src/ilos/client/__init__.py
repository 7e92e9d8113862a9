"""A client of an Ilôs server for Python programs: outside bots, tools and tests (extra `client`).

`Client` blocks, `AsyncClient` is for asyncio; both have the same methods. A program sees what a
person in its seat sees, and nothing of the server is imported here.
"""

from ilos.client.async_client import AsyncClient, AsyncConnection
from ilos.client.calls import RequestRefused
from ilos.client.move_list import legal_moves, random_move
from ilos.client.session import Session, VersionGap
from ilos.client.sync_client import Client, Connection
from ilos.protocol.http import Seated, TableCreated
from ilos.protocol.tables import SeatPlan, TableInfo, TableSettings

__all__ = [
    "AsyncClient",
    "AsyncConnection",
    "Client",
    "Connection",
    "RequestRefused",
    "SeatPlan",
    "Seated",
    "Session",
    "TableCreated",
    "TableInfo",
    "TableSettings",
    "VersionGap",
    "legal_moves",
    "random_move",
]
