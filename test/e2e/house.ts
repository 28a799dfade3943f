// SPDX-License-Identifier: MIT
// A table of a test: its server, its staff and its pages.
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { browser, open_page, put_back, type PageOptions } from "./browser";
import { Dealer } from "./dealer";
import { Console, Terminal } from "./pages";
import { Requests } from "./requests";
import { first_terminal, repeat_tables, Server } from "./server";

// Tables of one configuration, at the server that the tests of a file share.
export interface Tables {
  config: string;
  count: number;
  first: number; // number of the first table
  used: number; // by tests so far
}
const reserved: Tables[] = [];
let shared: Promise<Server> | undefined;
afterAll(async () => (await shared)?.close());

// Reserves tables of this configuration for as many tests. Call it outside of the tests: the server
// starts with all tables that the file has reserved.
export function tables(config: string, count: number): Tables {
  const before = reserved.reduce((sum, one) => sum + one.count, 0);
  const one = { config, count, first: 1 + before, used: 0 };
  reserved.push(one);
  return one;
}

const shared_server = (): Promise<Server> =>
  (shared ??= new Server(repeat_tables(reserved)).start());

// The connection over which tables of a server are run without a console, until the server ends.
interface Floor {
  requests: Requests;
  person: number;
}
const floors = new Map<Server, { start: number; floor: Promise<Floor> }>();
const floorperson = "floorperson";

const second_administrator = "second";
export const second_cashier = "relief";
// People whose names are not those of their roles.
const roles_by_name: Record<string, string> = {
  [floorperson]: "supervisor",
  [second_administrator]: "administrator",
  [second_cashier]: "cashier",
};

// An order about an account, which another administrator authorises over the same connection.
async function agree(
  requests: Requests,
  admin: number,
  order: string,
  fields: object,
): Promise<void> {
  const second = await requests.sign_in(second_administrator);
  for (const person of [admin, second]) await requests.order("LogOn", { person });
  const digest = await requests.order(order, { person: admin }, fields);
  await requests.order("Authorise", { person: second }, { digest });
  for (const person of [admin, second]) await requests.order("LogOff", { person });
}

export class House {
  readonly first_terminal: number;
  private pages: Page[] = [];

  private constructor(
    readonly server: Server,
    readonly table: number, // the number of the test's own table
    private is_shared: boolean,
  ) {
    this.first_terminal = first_terminal(table);
  }

  // A table that no other test uses, at the server that the tests of a file share. A test may end
  // the server and start it again: no other test plays at that time.
  static async open(tables: Tables): Promise<House> {
    if (tables.used === tables.count) throw new Error("more tests than tables are reserved");
    const table = tables.first + tables.used++;
    const [server] = await Promise.all([shared_server(), browser()]);
    return new House(server, table, true);
  }

  // A server with this configuration for the one test of a file; null: without one, as a first
  // start.
  static async open_alone(config: string | null): Promise<House> {
    const [server] = await Promise.all([new Server(config).start(), browser()]);
    return new House(server, 1, false);
  }

  async close(): Promise<void> {
    await Promise.all(this.pages.splice(0).map(put_back));
    if (!this.is_shared) await this.server.close();
  }

  // A page with a storage of its own, as on another device. It closes with the house.
  async page(path: string, options: PageOptions = {}): Promise<Page> {
    const page = await open_page(this.server.url(path), options);
    this.pages.push(page);
    return page;
  }

  async terminal(
    layout = "",
    { table = this.table, ...options }: PageOptions & { table?: number } = {},
  ): Promise<Terminal> {
    const page = await this.page(
      `/terminal?table=${table}${layout && `&layout=${layout}`}`,
      options,
    );
    await page.locator("#credit").waitFor();
    await page.locator(".felt .spot").first().waitFor();
    return new Terminal(page);
  }

  // As any program may, over a socket of its own: for what has no page, or would take too long
  // through one.
  async with_requests(run: (requests: Requests) => Promise<void>): Promise<void> {
    const page = await this.page("/healthz");
    await run(await Requests.connect(page));
    this.pages.splice(this.pages.indexOf(page), 1);
    await put_back(page);
  }

  // Staff with passwords of their own, added as an administrator would, and called after their
  // roles. Roles that the server has already are left out.
  async hire(...roles: string[]): Promise<void> {
    const { passwords, staff } = this.server;
    const missing = roles.filter((role) => !staff.has(role));
    if (!missing.length) return;
    await this.with_requests(async (requests) => {
      if (!staff.size) await requests.change_password("admin", passwords.admin!, "admin-password");
      const admin = await requests.sign_in("admin");
      const role_of = (name: string): string => roles_by_name[name] ?? name;
      const takes_second = (name: string): boolean =>
        ["supervisor", "pit-manager", "shift-manager"].includes(role_of(name));
      // Whoever is to agree to the accounts of the others is added first, while nobody is there.
      if (!staff.has(second_administrator) && missing.some(takes_second)) {
        missing.unshift(second_administrator);
      }
      for (const name of missing) {
        staff.add(name);
        const fields = { person: 1 + staff.size, name, role: role_of(name) };
        if (takes_second(name)) {
          await agree(requests, admin, "AddPerson", fields);
        } else {
          await requests.order("AddPerson", { person: admin }, fields);
        }
        await requests.set_password(admin, name, "for-once-only");
        await requests.change_password(name, "for-once-only", `${name}-password`);
      }
    });
  }

  // Somebody who runs the table without a console. Nobody else signs in under that name: it would
  // end the connection's sign-in.
  async dealer(): Promise<Dealer> {
    await this.hire(floorperson);
    const { server } = this;
    if (floors.get(server)?.start !== server.starts)
      floors.set(server, { start: server.starts, floor: this.open_floor() });
    const { requests, person } = await floors.get(server)!.floor;
    return new Dealer(requests, person, this.table);
  }

  private async open_floor(): Promise<Floor> {
    const requests = await Requests.connect(await open_page(this.server.url("/healthz")));
    return { requests, person: await requests.sign_in(floorperson) };
  }

  async console(person = "supervisor", options: PageOptions = {}): Promise<Console> {
    const page = await this.page(`/console?table=${this.table}`, options);
    const one = new Console(page);
    await one.log_on(person, `${person}-password`);
    return one;
  }

  // A console at an open table. The person opened it over the protocol: at the console the same
  // steps take seconds.
  async open_console(person = "supervisor", options: PageOptions = {}): Promise<Console> {
    await this.hire(person);
    await this.with_requests(async (requests) => {
      const dealer = new Dealer(requests, await requests.sign_in(person), this.table);
      await dealer.open_table_and_stay();
    });
    return this.console(person, options);
  }
}
