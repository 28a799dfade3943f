// SPDX-License-Identifier: MIT
// What every page has: a description, a way to the start page, and a size that loads fast.
import { afterEach, expect, it } from "vitest";
import { House, tables } from "./house";
import { games } from "./server";

let house: House;
afterEach(async () => house?.close());
const etg = tables(games["rws-etg"], 1);

it("every page is compressed, is described, and leads to the start page", async () => {
  house = await House.open(etg);
  await house.hire("supervisor");
  const { table } = house;
  const console = await house.console("supervisor");
  for (const [path, there] of [
    ["/", "[data-layout]"],
    [`/terminal?table=${table}`, ".felt .spot"],
    ["/terminal?enrol=1", "[data-action=enrol]"],
    [`/display?table=${table}`, ".felt .spot"],
    [`/console?table=${table}`, "[name=person]"],
    ["/cage", "[name=person]"],
  ] as const) {
    const page = await house.page(path);
    await page.locator(there).first().waitFor();
    const description = page.locator('meta[name="description"]');
    expect((await description.getAttribute("content"))!.length, path).toBeGreaterThan(50);
    if (path !== "/") expect(await page.locator('a[href="/"]').count(), path).toBeGreaterThan(0);
    const script = await page.reload().then((reply) => reply!.headers());
    expect([script["content-encoding"], script.vary], path).toEqual(["br", "Accept-Encoding"]);
    // No table has a stream of its dice, so nothing is loaded from elsewhere.
    expect(script["content-security-policy"], path).toMatch(/img-src 'self' data:;(?!.*media-src)/);
  }
  expect(await console.page.locator('.head a[href="/"]').count()).toBe(1);
  const start = await house.page("/");
  for (const note of ["prevails", "no-memory"]) {
    await start.locator(`footer [data-note="${note}"]`).waitFor();
  }
  const layouts = start.locator(`[data-table="${table}"] [data-layout]`);
  await layouts.first().locator("small").waitFor();
  expect(await layouts.allTextContents()).toEqual([
    "Appendix A Basic bets and four numbers, triples 195 : 1",
    "Appendix B All two- and three-dice combinations, triples 195 : 1",
    "Appendix C All two- and three-dice combinations, triples 180 : 1",
  ]);
});
