"""The game server: tables, WebSockets, HTTP and bot workers.

`run.serve(settings)` starts it and `app.App` is what one process holds. Sub-packages:

- `tables`: one table (state, commands, presenter, seats, clock, chat) and the registry of all;
  imports no web framework and no database driver, so it runs in a browser too.
- `transport`: HTTP routes, WebSockets, static files.
- `botpool`: which bot moves when, and the worker processes that search.
- `ops`: limits, metrics, notifications, administration, the load tool.
"""
