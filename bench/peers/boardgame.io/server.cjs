"use strict";
// boardgame.io's own server with its default store, in memory; tells its CPU time when asked.

const { Origins, Server } = require("boardgame.io/server");
const { Islands } = require("./game.cjs");

const port = Number(process.argv[2]);
const server = Server({ games: [Islands], origins: [Origins.LOCALHOST] });

// The lobby gets a port of its own: on a shared one, koa-compose 4.2 answers 404 to everything.
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => process.send("ready"));
process.on("disconnect", () => process.exit(0));
process.on("message", () => process.send({ cpu: process.cpuUsage(), memory: process.memoryUsage() }));
