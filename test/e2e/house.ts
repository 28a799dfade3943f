// SPDX-License-Identifier: MIT
// A browser with the pages of a table: terminals, a console, a display, and the people at them.
import { AxeBuilder } from "@axe-core/playwright";
import {
  chromium,
  type Browser,
  type Locator,
  type Page,
  type WebSocketRoute,
} from "playwright-core";
import { afterAll, expect } from "vitest";
import { Requests, type Reply, type Send, type ServerMessage } from "./requests";
import { first_terminal, repeat_table, Server } from "./server";

const patience = 20_000;

// Asked again until it holds. (Not in the page: its content security policy forbids what that
// takes.)
export const until = <T>(what: () => Promise<T>) =>
  expect.poll(what, { timeout: patience, interval: 30 });

// A page's connection to the server, which a test can filter and cut.
export class Connection {
  down = false; // no new connection opens
  pass: (message: ServerMessage) => boolean = () => true; // which messages of the server
  private ends: WebSocketRoute[] = [];

  route = (page: WebSocketRoute): void => {
    if (this.down) return void page.close();
    const server = page.connectToServer();
    this.ends = [page, server];
    server.onMessage((text) => {
      const messages = (JSON.parse(String(text)) as ServerMessage[]).filter((one) =>
        this.pass(one),
      );
      if (messages.length) page.send(JSON.stringify(messages));
    });
  };
  async cut(): Promise<void> {
    for (const end of this.ends.splice(0)) await end.close();
  }
}

// Chromium loads pages of its own into the address bar of every window, which no test sees and
// which cost twice as much as a page of the tests. It heeds only the last --disable-features: those
// that Playwright disables are named again.
const disabled_features = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "PreloadTopChromeWebUI",
  "AcceptCHFrame",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "LazyFrameLoading",
  "MediaRouter",
  "PaintHolding",
  "Translate",
];

// One browser for all tests of a file; it ends with them.
const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", `--disable-features=${disabled_features.join()}`],
  });
let launched: Promise<Browser> | undefined;
afterAll(async () => (await launched)?.close());

// A server that the tests of a file share: each test has a table of its own.
interface SharedServer {
  server: Promise<Server>;
  tables: number; // that tests have used
}
const tables_per_server = 8;
const shared = new Map<string, SharedServer>(); // by configuration
afterAll(async () => {
  for (const { server } of shared.values()) await (await server).close();
  shared.clear();
});

export class House {
  readonly first_terminal: number;

  private constructor(
    readonly server: Server,
    readonly browser: Browser,
    readonly table: number, // the number of the test's own table
    private is_shared: boolean,
  ) {
    this.first_terminal = first_terminal(table);
  }

  // A table of this configuration that no other test uses, on a server that tests share. A test
  // that ends or kills the server must use open_alone().
  static async open(config: string): Promise<House> {
    let one = shared.get(config);
    if (!one || one.tables === tables_per_server) {
      const before = one;
      const server = new Server(repeat_table(config, tables_per_server)).start();
      shared.set(config, (one = { server, tables: 0 }));
      await before?.server.then((other) => other.close());
    }
    const table = ++one.tables;
    const [server, browser] = await Promise.all([one.server, (launched ??= launch())]);
    return new House(server, browser, table, true);
  }

  // A server of its own with this configuration; null: without one, as a first start.
  static async open_alone(config: string | null): Promise<House> {
    const [server, browser] = await Promise.all([
      new Server(config).start(),
      (launched ??= launch()),
    ]);
    return new House(server, browser, 1, false);
  }

  async close(): Promise<void> {
    for (const context of this.browser.contexts()) await context.close();
    if (!this.is_shared) await this.server.close();
  }

  // A page with a storage of its own, as on another device.
  async page(
    path: string,
    options: {
      width?: number;
      height?: number;
      language?: "en" | "zh";
      touch?: boolean;
      motion?: boolean;
      connection?: Connection;
    } = {},
  ): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
      reducedMotion: options.motion ? "no-preference" : "reduce",
      hasTouch: options.touch ?? false,
    });
    context.setDefaultTimeout(patience);
    if (options.language)
      await context.addInitScript((one) => localStorage.setItem("language", one), options.language);
    if (options.connection) await context.routeWebSocket(/\/socket$/, options.connection.route);
    const page = await context.newPage();
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.goto(this.server.url(path));
    return page;
  }

  async terminal(layout = "", options = {}): Promise<Terminal> {
    const page = await this.page(
      `/terminal?table=${this.table}${layout && `&layout=${layout}`}`,
      options,
    );
    await page.locator("#credit").waitFor();
    await page.locator(".felt .spot").first().waitFor();
    return new Terminal(page);
  }

  // As any program may, over a socket of its own: for what has no page, or would take too long
  // through one.
  async with_requests(run: (requests: Requests) => Promise<void>): Promise<void> {
    const page = await this.page("/");
    await page.evaluate(async () => {
      const socket = new WebSocket(`ws://${location.host}/socket`, "sicbo.v1");
      await new Promise((done) => {
        socket.onopen = done;
      });
      let id = 0;
      const send = (request: object) =>
        new Promise<Reply>((done, fail) => {
          const own = ++id;
          socket.addEventListener("message", (event) => {
            const one = (JSON.parse(event.data) as Reply[]).find(({ reply }) => reply === own);
            if (!one) return;
            id = Math.max(id, one.request ?? 0);
            if (one.ok) done(one);
            else fail(new Error(JSON.stringify(one)));
          });
          socket.send(JSON.stringify({ id: own, ...request }));
        });
      Object.assign(window, { send });
    });
    const send: Send = (request) =>
      page.evaluate((one) => (window as unknown as { send: Send }).send(one), request);
    await run(new Requests(send));
    await page.context().close();
  }

  // Staff with passwords of their own, added as an administrator would. Roles that the server has
  // already are left out.
  async hire(...roles: string[]): Promise<void> {
    const { passwords, staff } = this.server;
    const missing = roles.filter((role) => !staff.has(role));
    if (!missing.length) return;
    await this.with_requests(async (requests) => {
      if (!staff.size) await requests.change_password("admin", passwords.admin!, "admin-password");
      const admin = await requests.sign_in("admin");
      for (const role of missing) {
        staff.add(role);
        const fields = { person: 1 + staff.size, name: role, role };
        await requests.order("AddPerson", { person: admin }, fields);
        await requests.set_password(admin, role, "for-once-only");
        await requests.change_password(role, "for-once-only", `${role}-password`);
      }
    });
  }

  async console(person = "supervisor", options = {}): Promise<Console> {
    const page = await this.page(`/console?table=${this.table}`, options);
    const one = new Console(page);
    await one.log_on(person, `${person}-password`);
    return one;
  }
}

export class Terminal {
  constructor(readonly page: Page) {}

  spot(name: string): Locator {
    return this.page.locator(`[data-spot="${name}"]`);
  }
  action(name: string): Locator {
    return this.page.locator(`[data-action="${name}"]`).first();
  }

  // Bets with the smallest chip, or the one that is named.
  async bet(spot: string, chip = 0): Promise<void> {
    if (chip) await this.page.locator(`[data-chip-size="${chip}"]`).click();
    const before = await this.stake(spot);
    await this.spot(spot).locator(".cell").click();
    await until(() => this.stake(spot)).not.toBe(before);
  }
  async stake(spot: string): Promise<number> {
    return this.spot(spot)
      .locator("[data-chip]")
      .evaluateAll((all) => Number(all[0]?.getAttribute("data-chip") ?? 0));
  }
  async amount(id: "credit" | "staked" | "last-win"): Promise<number> {
    return Number(await this.page.locator(`#${id}`).getAttribute("data-amount"));
  }
  async until_amount(id: "credit" | "staked" | "last-win", amount: number): Promise<void> {
    await until(() => this.amount(id)).toBe(amount);
  }
  async until_open(): Promise<void> {
    await this.page.locator(".felt.live").waitFor();
  }
  async until_closed(): Promise<void> {
    await this.page.locator(".felt:not(.live)").waitFor();
  }
}

let sets = 100; // of dice
const asking = ["InstallDice", "TestLights", "SignInspection", "Certify", "DecideHold"];

export class Console {
  constructor(readonly page: Page) {}

  async log_on(person: string, password: string): Promise<void> {
    await this.page.locator('[name="person"]').fill(person);
    await this.page.locator('[name="password"]').fill(password);
    await this.page.locator('[data-action="log-on"]').click();
    await this.page.locator('[data-action="next"]').waitFor();
  }

  next(): Locator {
    return this.page.locator('[data-action="next"]');
  }
  order(): Promise<string | null> {
    return this.next().getAttribute("data-order");
  }

  // The one big button until it would give that order.
  async until(order: string, roll: readonly number[] = []): Promise<void> {
    for (let i = 0; i < 40; ++i) {
      const now = await this.order();
      if (now === order) return;
      await this.act(roll);
    }
    throw new Error(`the console never came to ${order}; it is at ${await this.order()}`);
  }

  // The dialog that an order opens first, with dice where it wants some.
  async confirm(roll: readonly number[] = []): Promise<void> {
    const dialog = this.page.locator("dialog[open]");
    await dialog.waitFor();
    if (await dialog.locator('[name="dice"]').count())
      await dialog.locator('[name="dice"]').fill(String(++sets));
    if (await dialog.locator("[data-face]").count()) {
      for (const face of roll) await dialog.locator(`[data-face="${face}"]`).first().click();
    }
    const due = dialog.locator("[data-due]"); // what should be lit, and is
    if (await due.count())
      for (const spot of (await due.getAttribute("data-due"))!.split(" "))
        await dialog.locator(`[data-spot="${spot}"]`).click();
    await dialog.locator('[data-action="confirm"]').click();
    await dialog.waitFor({ state: "detached" });
  }

  async tab(name: string): Promise<void> {
    await this.page.locator(`[data-tab="${name}"]`).click();
  }
  dialog(): Locator {
    return this.page.locator("dialog[open]");
  }

  // Somebody's log-on in the dialog that asks for it.
  async person(name: string, action: "authorise" | "give"): Promise<void> {
    const dialog = this.dialog();
    await dialog.locator('[name="person"]').fill(name);
    await dialog.locator('[name="password"]').fill(`${name}-password`);
    await dialog.locator(`[data-action="${action}"]`).click();
    if (action === "authorise") await dialog.waitFor({ state: "detached" });
  }

  // A press right after a change is taken for a second touch of the last one, so it is tried again.
  async act(roll: readonly number[] = []): Promise<void> {
    const state = async () => [await this.order(), await this.next().textContent()].join();
    const now = await this.order();
    if (now === "EnterResult")
      for (const face of roll) await this.page.keyboard.press(String(face));
    const before = await state();
    const asked = this.page.locator("dialog[open]");
    await until(async () => {
      if (!asking.includes(now!) && (await state()) !== before) return true;
      if (await asked.count()) return true;
      await this.next().click();
      await Promise.race([asked.waitFor({ timeout: 400 }), this.changes(before, 400)]).catch(
        () => {},
      );
      return false;
    }).toBe(true);
    if (asking.includes(now!)) await this.confirm([1, 2, 4]);
    await until(state).not.toBe(before);
  }

  private async changes(before: string, timeout: number): Promise<void> {
    await expect
      .poll(async () => [await this.order(), await this.next().textContent()].join(), {
        timeout,
        interval: 20,
      })
      .not.toBe(before);
  }
}

// What is shown in Latin letters on a Chinese page. Names, keys and codes are what they are.
export const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const left: string[] = [];
    const latin = `.felt, [lang=en], kbd, code, script, style, [data-language], .where, .who,
      [data-person]`;
    const walk = document.createTreeWalker(
      document.querySelector("dialog[open]") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (walk.nextNode()) {
      const text = walk.currentNode.textContent!.trim();
      const at = walk.currentNode.parentElement!;
      if (
        /[A-Za-z]{4,}/.test(text) &&
        !/[一-鿿]/.test(text) &&
        !at.closest(latin) &&
        at.checkVisibility()
      )
        left.push(text);
    }
    return left;
  });

// Nothing that keeps people from using a page, or the part of it that is named. The pages have no
// frames, so axe may run in the page alone, without a blank page beside it for what it finds.
export async function expect_accessible(page: Page, part?: string): Promise<void> {
  const is_loaded = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(is_loaded ? { axeSource: "null" } : {}) })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode();
  if (part) axe.include(part);
  const { violations } = await axe.analyze();
  const grave = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
  expect(
    grave.map(
      (one) =>
        `${one.id}: ${one.nodes
          .map((node) => node.target.join(" "))
          .slice(0, 5)
          .join(" | ")}`,
    ),
  ).toEqual([]);
}
