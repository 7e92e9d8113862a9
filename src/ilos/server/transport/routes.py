"""Every HTTP route under /api/v1."""

from ilos.server.transport import play_routes, record_routes, table_routes

ROUTES = (*table_routes.routes, *play_routes.routes, *record_routes.routes)
