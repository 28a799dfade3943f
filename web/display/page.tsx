// SPDX-License-Identifier: MIT
// The screen as a whole: who and what, the round, the felt, the past.
import { signal, type Signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TableTopic } from "../generated/protocol";
import { table_in_address } from "../shared/address";
import { ChipSizes, stack_sizes } from "../shared/chip";
import type { Client } from "../shared/client";
import { Felt } from "../shared/felt";
import {
  is_paid,
  laid_after,
  sum_by_spot,
  winnings_by_spot,
  type LaidChips,
} from "../shared/laid_chips";
import { rules_of, type Layout, type Rules } from "../shared/rules";
import { Clock, ConnectionNotice, TrainingBanner } from "../shared/widgets";
import { in_language, language, prefer_language } from "../shared/words";
import { History } from "./history";
import { Limits } from "./limits";
import { ProofPanel } from "./proof_panel";
import { Stage } from "./stage";
import { t } from "./words";

// All sizes depend on the root's font size, which follows the screen; some shared widgets need
// pixels.
const root_size = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const rem = signal(16);
// A size in rem as pixels.
export const pixels = (size: number): number => size * rem.value;

export function Page({
  client,
  number,
  missing,
}: {
  client: Client;
  number: number;
  missing: Signal<boolean>;
}) {
  useEffect(() => {
    const measure = () => {
      rem.value = root_size();
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  const table = client.topic(`table/${number}`).value;
  useEffect(() => {
    if (table) prefer_language(table.table.language);
  }, [table?.table.language]);
  useEffect(() => {
    document.title = t("display", table?.table.name ?? table_in_address().slice(0, 24));
  }, [table?.table.name, language.value]);
  const rules = table && rules_of(table.table.rules).value;
  if (!table || !rules) {
    return (
      <main class="screen waiting">
        <h1>{missing.value ? t("no_table", table_in_address().slice(0, 24)) : t("loading")}</h1>
        {missing.value && (
          <a class="button main" href="/">
            {t("to_start")}
          </a>
        )}
        <ConnectionNotice client={client} />
      </main>
    );
  }
  return <Screen client={client} table={table} rules={rules} />;
}

function Screen({ client, table, rules }: { client: Client; table: TableTopic; rules: Rules }) {
  const about = table.table;
  const { layout, index, count } = layout_for(table, rules);
  const other = language.value === "en" ? about.title.zh : about.title.en;
  const { chip, limit } = about;
  const sizes = useMemo(() => stack_sizes(chip, limit.min), [chip, limit.min]);
  const landed = useLanded(table.round);
  const results = useRef(table.results);
  if (landed || !table.round?.roll) results.current = table.results;
  const laid = useRef<LaidChips | null>(null);
  laid.current = laid_after(laid.current, table);
  return (
    <div class="screen" data-table={about.number} data-phase={table.status.phase}>
      <header>
        <ConnectionNotice client={client} />
        <TrainingBanner about={about} />
        <div class="line">
          <div class="who">
            <h1>
              <a class="home-link" href="/" title={t("to_start")} data-action="to-start">
                {about.name}
              </a>
            </h1>
            <p>
              {in_language(about.title)}{" "}
              <span lang={language.value === "en" ? "zh-Hans" : "en"}>{other}</span> ·{" "}
              {about.operator}
            </p>
          </div>
          <Limits about={about} layout={layout} rules={rules} />
          <div class="when">
            <Clock client={client} />
            {table.round && <p data-round={table.round.number}>{t("round", table.round.number)}</p>}
          </div>
        </div>
      </header>
      <main>
        <Stage client={client} table={table} layout={layout} />
        <section class="cloth-place" aria-label={t("felt")}>
          <ChipSizes.Provider value={sizes}>
            <Felt
              layout={layout}
              winning={landed ? winning_of(table) : undefined}
              {...chips_shown(laid.current, table, layout, landed)}
            />
          </ChipSizes.Provider>
          {count > 1 && <p class="place">{t("layout_of", index + 1, count)}</p>}
        </section>
      </main>
      <footer>
        <History results={results.current} layout={layout} />
        <ProofPanel table={table} />
      </footer>
    </div>
  );
}

// The layout in the address (`&layout=`); otherwise a table with several layouts shows another one
// with each round.
function layout_for(
  table: TableTopic,
  rules: Rules,
): { layout: Layout; index: number; count: number } {
  const all = rules.layouts.filter((one) => table.table.layouts.includes(one.id));
  const asked = all.findIndex(
    (one) => one.id === new URLSearchParams(location.search).get("layout"),
  );
  if (asked >= 0) return { layout: all[asked]!, index: asked, count: 1 };
  const index = (table.round?.number ?? 0) % Math.max(1, all.length);
  return { layout: all[index] ?? rules.layouts[0]!, index, count: all.length };
}

// Whether the dice lie still: nothing shows the result before. A page that is opened later shows
// them at once.
const landing_milliseconds = 1_700;
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
function useLanded(round: TableTopic["round"]): boolean {
  const [landed, set_landed] = useState(round?.roll ? round.number : -1);
  useEffect(() => {
    if (!round?.roll || landed === round.number) return;
    const timer = setTimeout(() => set_landed(round.number), still ? 0 : landing_milliseconds);
    return () => clearTimeout(timer);
  }, [round?.number, Boolean(round?.roll)]);
  return Boolean(round?.roll) && landed === round?.number;
}

function winning_of({ round, status }: TableTopic): Set<string> | undefined {
  return round?.roll && round.ended !== "void" && status.phase !== "closed"
    ? new Set(round.winning)
    : undefined;
}

// At a shared felt the chips lie for everybody to see. Once the dice lie and the round is settled,
// those that lost are swept and the others are paid; all of them go with the next round.
function chips_shown(laid: LaidChips | null, table: TableTopic, layout: Layout, landed: boolean) {
  if (!laid) return {};
  const stakes = sum_by_spot(laid.chips);
  const swept = landed && is_paid(laid, table);
  return swept
    ? { stakes, swept, paid: winnings_by_spot(layout, laid.chips, table.round!) }
    : { stakes };
}
