// SPDX-License-Identifier: MIT
// The real program with a folder of its own, and the configurations of the tests. With
// SICBO_THROUGH_GATEWAY=1 browsers speak to a gateway in front of it.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, openSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.SICBO ?? join(root, "build/release/apps/sicbo/sicbo");

const last_of_head = "connections_from_one_address = 1000\n";
const head = `operator = "Test House"
[server]
threads = 1
${last_of_head}`;
const terminal_group = (layout: string, first: number) =>
  `[[table.terminals]]\nlayout = "${layout}"\nfirst = ${first}\ncount = 10\n`;
const table = (
  number: number,
  game: string,
  more: string,
  terminals: [layout: string, first: number][] = [],
) => `
[[table]]
number = ${number}
name = "Table ${number}"
game = "${game}"
training = true
max = "1000.00"
play_credit = "500.00"
${more}
${terminals.map(([layout, first]) => terminal_group(layout, first)).join("")}`;

export const games = {
  "rws-etg":
    head +
    table(1, "rws-etg", 'chip = "1.00"\nmin = "1.00"', [
      ["rws-etg-1", 101],
      ["rws-etg-2", 201],
      ["rws-etg-3", 301],
    ]),
  "mbs-etg":
    head +
    table(1, "mbs-etg", 'chip = "2.00"\nmin = "2.00"', [
      ["mbs-rapid", 101],
      ["mbs-alfastreet", 201],
    ]),
  "rws-taisai":
    head +
    table(
      1,
      "rws-taisai",
      'chip = "5.00"\nmin = "5.00"\ndifferential_max = "600.00"\npolicy = "advise"\nseats = 10\n' +
        'references = { clean-copy = "on file" }',
    ),
  maryland:
    head +
    table(
      1,
      "maryland",
      `currency = "USD"
chip = "5.00"
min = "5.00"
seats = 10
layout_approval = "on file"
references = { drop-box = "on file", tip-box = "on file", lights = "on file" }
[[table.approval]]
mixer = "manual-shaker"
mixing = "on file"
location = "on file"`,
    ),
};
export type Game = keyof typeof games;

// The table of a game as the demonstration has it, run by staff: without what deals by itself. With
// these lines more.
export function demonstration(game: Game, more = ""): string {
  const all = readFileSync(join(root, "config/demo.toml"), "utf8").split("[[table]]\n").slice(1);
  const one = all.find((text) => text.includes(`game = "${game}"`))!;
  const by_itself = /^(mode|tumbler|lights|cabinets|betting_seconds) = .*\n/gm;
  const by_staff = one.replace(by_itself, "").replace(/^number = \d+/m, "number = 1");
  return `${head.replace("Test House", "Demonstration House")}\n[[table]]\n${more}${by_staff}`;
}

// A table for money: nobody gets play credit or a seat by coming.
export const for_money = (config: string): string =>
  config
    .replace("training = true", "training = false")
    .replace('play_credit = "500.00"\n', "")
    .replace("seats = 10", "");

const terminals_per_table = 1_000; // table 2 has terminal 1101 where table 1 has 101
export const first_terminal = (table: number): number => (table - 1) * terminals_per_table + 101;

// A configuration with the table of each given one `count` times, numbered from `first` on. What
// one of them says of the property, as [cash], holds for all.
export function repeat_tables(all: { config: string; count: number; first: number }[]): string {
  const repeated = all.flatMap(({ config, count, first }) =>
    Array.from({ length: count }, (_, i) =>
      numbered(config.slice(config.indexOf("[[table]]")), first + i),
    ),
  );
  const of_property = all.map(({ config }) =>
    config.slice(0, config.indexOf("[[table]]")).split(last_of_head)[1]!.trim(),
  );
  return [head, ...new Set(of_property), ...repeated].join("\n");
}
const numbered = (only: string, number: number): string =>
  only
    .replace("number = 1", `number = ${number}`)
    .replace(/^name = .*$/m, `name = "Table ${number}"`)
    .replace(
      /first = (\d+)/g,
      (_text, first) => `first = ${Number(first) + (number - 1) * terminals_per_table}`,
    );

// A table that runs by itself, with this time to bet and this pause between rounds.
export const automatic = (betting_seconds: number, pause_seconds = 6) =>
  games["rws-etg"].replace(
    "training = true",
    `training = true
mode = "automatic"
tumbler = "simulated"
betting_seconds = ${betting_seconds}
pause_seconds = ${pause_seconds}`,
  );

// Starts the program and returns what it prints until it accepts connections.
async function launch(words: string[], log: string): Promise<[ChildProcess, string]> {
  const file = openSync(log, "a");
  const process = spawn(program, words, { stdio: ["ignore", "pipe", file] });
  closeSync(file);
  const text = await new Promise<string>((done, fail) => {
    let printed = "";
    process.stdout!.on("data", (more: Buffer) => {
      printed += more.toString();
      if (printed.includes("Ctrl-C")) done(printed);
    });
    process.on("exit", (code) =>
      fail(new Error(`${words[0]} ended with ${code}: ${printed}\n${readFileSync(log, "utf8")}`)),
    );
    process.on("error", fail);
  });
  process.removeAllListeners("exit");
  return [process, text];
}
const address_in = (text: string): string => /https?:\/\/([0-9.:]+)\//.exec(text)![1]!;

// A gateway in front of a server. It stays when the server ends, and finds it when it is back.
class Gateway {
  private process: ChildProcess | null = null;
  private log: string;
  private key_file: string;
  private key: string;
  private port = 0; // where the server listens for it
  private connections = 0;

  constructor(folder: string) {
    this.log = join(folder, "gateway.log");
    this.key_file = join(folder, "gateway.key");
    const words = ["gateway", "--key", this.key_file, "--print-key"];
    this.key = execFileSync(program, words, { encoding: "utf8" }).trim();
  }

  // The configuration of a server that this gateway may connect to.
  admitted(config: string): string {
    const lines = `gateways_listen = "127.0.0.1:${this.port}"\ngateway_keys = ["${this.key}"]\n`;
    return config.replace("[server]\n", `[server]\n${lines}`);
  }

  // Once the server runs: returns the address of the gateway, which has reached it.
  async connect(server_log: string, before: string): Promise<string> {
    let address = before;
    this.connections += 1;
    if (!this.process) {
      this.port = Number(/ gateways address=\S+ port=(\d+)/.exec(server_log)![1]);
      const key = /public key of this server.*key=([0-9a-f]{64})/.exec(server_log)![1]!;
      const words = ["gateway", "--key", this.key_file, "--server", key, "--listen", "127.0.0.1:0"];
      words.push("--engine", `127.0.0.1:${this.port}`);
      const [process, text] = await launch(words, this.log);
      this.process = process;
      address = address_in(text);
    }
    while (this.log_text().split("connected to the server").length <= this.connections)
      await new Promise((done) => setTimeout(done, 20));
    return address;
  }

  close(): void {
    this.process?.kill("SIGKILL");
  }

  private log_text(): string {
    return readFileSync(this.log, "utf8");
  }
}

export class Server {
  address = "";
  passwords: Record<string, string> = {}; // as the program printed them when it made the accounts
  staff = new Set<string>(); // roles that were hired
  starts = 0; // how often the program was started
  private folder = mkdtempSync(join(tmpdir(), "sicbo-e2e-"));
  private process: ChildProcess | null = null;
  private log = join(this.folder, "log");

  private direct = ""; // the server's own address
  private gateway: Gateway | null = null;

  constructor(private config: string | null) {
    if (globalThis.process.env.SICBO_THROUGH_GATEWAY === "1" && config !== null)
      this.gateway = new Gateway(this.folder);
  }

  // Starts the program; after end() on the same port, so that open pages find it again.
  async start(): Promise<this> {
    const words = [
      "serve",
      "--listen",
      this.direct || "127.0.0.1:0",
      "--data",
      join(this.folder, "data"),
    ];
    if (this.config !== null) {
      const config = this.gateway?.admitted(this.config) ?? this.config;
      writeFileSync(join(this.folder, "property.toml"), config);
      words.push("--config", join(this.folder, "property.toml"));
    }
    const [process, text] = await launch(words, this.log);
    this.process = process;
    ++this.starts;
    this.direct = address_in(text);
    this.address = (await this.gateway?.connect(this.log_text(), this.address)) ?? this.direct;
    for (const [, name, password] of text.matchAll(/^ {4}(\S+) +(\w{4}-\w{4}-\w{4})$/gm))
      this.passwords[name!] = password!;
    return this;
  }

  log_text(): string {
    return readFileSync(this.log, "utf8");
  }

  // Sends a signal and waits for the end. Returns the exit code.
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null)
      return process?.exitCode ?? null;
    const ended = new Promise<number | null>((done) => process.once("exit", done));
    process.kill(signal);
    return ended;
  }

  // Audits the journal of a program that has ended. Returns the exit code: 0 if it holds.
  async audit(): Promise<number | null> {
    const audit = spawn(program, ["audit", join(this.folder, "data", "journal")], {
      stdio: "ignore",
    });
    return new Promise((done) => audit.once("exit", done));
  }

  async close(): Promise<void> {
    await this.end("SIGKILL");
    this.gateway?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  url(path: string): string {
    return `http://${this.address}${path}`;
  }
}
