// SPDX-License-Identifier: MIT
// Lighthouse on every page of a server that it starts: bench/lighthouse/run.js [PATH_TO_SICBO].
//
// Accessibility and best practices must be 100; performance is an aim, 95 on a desktop and 85 on a
// telephone, since it depends on the machine: the median of three is printed. A page that is no
// page for a telephone is measured on a desktop alone.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";

const program = process.argv[2] ?? "build/release/apps/sicbo/sicbo";
const runs = 3;
const pages = [
  ["/", ["desktop", "mobile"]],
  ["/terminal?table=1&layout=rws-etg-2", ["desktop", "mobile"]],
  ["/console?table=3", ["desktop"]],
  ["/display?table=1", ["desktop"]],
  ["/cage", ["desktop"]],
];
const aims = { desktop: 95, mobile: 85 };
const categories = ["accessibility", "best-practices", "performance"];

// The demonstration in a folder of its own; resolves with its address once it listens.
async function start(folder) {
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((done, fail) => {
    let text = "";
    server.stdout.on("data", (part) => {
      text += part;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) done(found[0]);
    });
    server.on("exit", (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return { server, address };
}

const middle = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];

async function measure(url, port, kind) {
  const results = [];
  for (let i = 0; i < runs; ++i) {
    const options = { port, onlyCategories: categories, logLevel: "error" };
    const { lhr } = await lighthouse(url, options, kind === "desktop" ? desktopConfig : undefined);
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    results.push(lhr);
  }
  const score = (id) => Math.round(100 * middle(results.map((one) => one.categories[id].score)));
  const faults = categories
    .slice(0, 2)
    .flatMap((id) =>
      results[0].categories[id].auditRefs
        .filter(({ id: audit, weight }) => weight > 0 && (results[0].audits[audit].score ?? 1) < 1)
        .map(({ id: audit }) => audit),
    );
  return { scores: Object.fromEntries(categories.map((id) => [id, score(id)])), faults };
}

const folder = mkdtempSync(join(tmpdir(), "sicbo-lighthouse-"));
const { server, address } = await start(folder);
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  chromeFlags: ["--headless=new", "--no-sandbox"],
});
let failed = false;
try {
  for (const [path, kinds] of pages) {
    for (const kind of kinds) {
      const { scores, faults } = await measure(address + path, chrome.port, kind);
      const required = scores.accessibility === 100 && scores["best-practices"] === 100;
      const aim = scores.performance >= aims[kind] ? "met" : "NOT MET";
      failed ||= !required;
      console.log(
        `${required ? "fine  " : "FAILED"} ${path.padEnd(36)} ${kind.padEnd(8)}` +
          ` accessibility ${scores.accessibility}, best practices ${scores["best-practices"]},` +
          ` performance ${scores.performance} (aim ${aims[kind]}: ${aim})` +
          (faults.length ? `: ${faults.join(", ")}` : ""),
      );
    }
  }
} finally {
  await chrome.kill();
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
  await new Promise((done) => server.once("exit", done));
  rmSync(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);
