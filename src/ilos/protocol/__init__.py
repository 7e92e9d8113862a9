"""Every message between server and client, one file per direction, and what is generated from them.

`game` names the places of moves, events, views and choices, which `ilos.rules` and `ilos.views`
declare; `tables` holds the parts of a table, `client` what a client says, `server` what it is told,
`http` the bodies of the HTTP calls; `messages` gathers them all. `typescript` and `reference`
write the TypeScript types and docs/protocol.md from these definitions and nothing else.
"""
