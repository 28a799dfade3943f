// SPDX-License-Identifier: MIT
// A peer of bench/server: "publish N SIZE" from anybody is N texts of that size to everybody.
const { WebSocketServer } = require("ws");

const server = new WebSocketServer({ port: Number(process.argv[2]), host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (one) => {
  one.on("message", (data) => {
    const [, count, size] = data.toString().split(" ").map(Number);
    const text = "x".repeat(size);
    for (const client of server.clients) {
      for (let i = 0; i < count; ++i) client.send(text);
    }
  });
});
