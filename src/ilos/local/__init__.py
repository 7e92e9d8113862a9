"""Tables without a server: the server's own tables, routes and sockets inside a browser's page.

A Web Worker of the page runs this with Pyodide. What a server has from its machine comes from the
browser instead: IndexedDB keeps the log (`store`), bots search in workers of their own (`bots`),
requests and sockets are messages between page and worker (`page`). Nothing here knows a rule.
"""
