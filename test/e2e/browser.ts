// SPDX-License-Identifier: MIT
// The browser of a test file, and its pages: each in a context of its own, as on another device.
import { chromium, type Browser, type Page, type WebSocketRoute } from "playwright-core";
import { afterAll, expect } from "vitest";
import type { ServerMessage } from "./requests";

const patience = 20_000; // milliseconds until a state that does not come fails a test

// Asked again until it holds. (Not in the page: its content security policy forbids what that
// takes.)
export const until = <T>(what: () => Promise<T>, message?: string) =>
  expect.poll(what, { timeout: patience, interval: 30, message });

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
  "SpareRendererForSitePerProcess",
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
let launched: Promise<Browser> | undefined;
export const browser = (): Promise<Browser> =>
  (launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", `--disable-features=${disabled_features.join()}`],
  }));
afterAll(async () => (await launched)?.close());

export interface PageOptions {
  width?: number;
  height?: number;
  language?: "en" | "zh";
  touch?: boolean;
  motion?: boolean; // with animations
  connection?: Connection;
  clock?: boolean; // its time can be advanced (page.clock)
  is_new?: boolean; // never used before or after: for a test that changes the page for good
}

// Pages that tests have put back. A page that is used again takes half the processor time of a new
// one, which needs a window and a process.
const idle: Page[] = [];

const throw_error = (error: Error): never => {
  throw error;
};

async function new_page(options: PageOptions): Promise<Page> {
  const context = await (
    await browser()
  ).newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    reducedMotion: options.motion ? "no-preference" : "reduce",
    hasTouch: options.touch ?? false,
  });
  context.setDefaultTimeout(patience);
  if (options.language)
    await context.addInitScript((one) => localStorage.setItem("language", one), options.language);
  if (options.connection) await context.routeWebSocket(/\/socket$/, options.connection.route);
  if (options.clock) await context.clock.install();
  const page = await context.newPage();
  page.on("pageerror", throw_error);
  return page;
}

// Options that belong to a context and can't be taken back.
const is_plain = ({ language, touch, motion, connection, clock, is_new }: PageOptions): boolean =>
  !(language || touch || motion || connection || clock || is_new);
const reusable = new WeakSet<Page>();

// A page with a storage of its own, at this address.
export async function open_page(url: string, options: PageOptions = {}): Promise<Page> {
  const used = is_plain(options) ? idle.pop() : undefined;
  const page = used ?? (await new_page(options));
  if (used)
    await used.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 });
  if (is_plain(options)) reusable.add(page);
  await page.goto(url);
  return page;
}

// Ends the use of a page by a test: its connection closes. Its storage is emptied before another
// test gets it.
export async function put_back(page: Page): Promise<void> {
  const context = page.context();
  if (!reusable.has(page) || page.isClosed() || context.pages().length > 1) return context.close();
  const { origin } = new URL(page.url());
  if (!origin.startsWith("http")) return context.close();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  for (const name of ["websocket", "request", "response", "console", "dialog"] as const)
    page.removeAllListeners(name);
  idle.push(page);
}
