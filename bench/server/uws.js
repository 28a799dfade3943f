// SPDX-License-Identifier: MIT
// A peer of bench/server: "publish N SIZE" from anybody is N texts of that size to everybody.
const uws = require("uwebsockets");

const app = uws.App();
app.ws("/*", {
  compression: uws.DISABLED,
  maxBackpressure: 64 << 20,
  open: (one) => one.subscribe("all"),
  message: (one, data) => {
    const [, count, size] = Buffer.from(data).toString().split(" ").map(Number);
    const text = "x".repeat(size);
    for (let i = 0; i < count; ++i) app.publish("all", text);
  },
});
app.listen("127.0.0.1", Number(process.argv[2]), (listening) => {
  if (!listening) process.exit(1);
});
