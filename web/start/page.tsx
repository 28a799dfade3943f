// SPDX-License-Identifier: MIT
// The first page: what runs here, and a way to every table.
import { useEffect, useRef, useState } from "preact/hooks";
import type { PropertyTopic } from "../generated/protocol";
import type { Client } from "../shared/client";
import { ResultsNote } from "../shared/road";
import { NoMemory } from "../shared/roads";
import { rules_of } from "../shared/rules";
import { Clock, ConnectionNotice, LanguageSwitch } from "../shared/widgets";
import { language } from "../shared/words";
import { Steps } from "./steps";
import { TableCard } from "./table_card";
import { t } from "./words";

export function Page({ client }: { client: Client }) {
  useEffect(() => {
    document.title = t("title");
  }, [language.value]);
  const tables = client.topic("property").value?.tables;
  const is_shown = useShown(client, tables);
  return (
    <>
      <ConnectionNotice client={client} />
      <div class="page">
        <Head client={client} tables={tables ?? []} />
        <main>
          {(!tables || tables.some((one) => one.training)) && <Steps />}
          <section class="place" aria-labelledby="tables">
            <div class="heading">
              <h2 id="tables">{t("tables")}</h2>
              <a class="button" data-action="cage" href="/cage">
                {t("cage")}
              </a>
            </div>
            {!is_shown && <p class="soft">{t("loading")}</p>}
            {tables && !tables.length && <p class="soft">{t("no_tables")}</p>}
            <div class="cards">
              {is_shown &&
                tables?.map((one) => <TableCard key={one.number} client={client} one={one} />)}
            </div>
            {is_shown && tables!.length > 0 && (
              <footer>
                <ResultsNote rules={undefined} />
                <NoMemory />
              </footer>
            )}
          </section>
        </main>
      </div>
    </>
  );
}

// Whether all that the cards show has arrived, so that none changes its height afterwards; at the
// latest after some seconds.
const wait_milliseconds = 3_000;
function useShown(client: Client, tables: PropertyTopic["tables"] | undefined): boolean {
  const [is_late, set_late] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => set_late(true), wait_milliseconds);
    return () => clearTimeout(timer);
  }, []);
  const numbers = tables?.map((one) => one.number).join() ?? "";
  useEffect(() => {
    const topics = (tables ?? []).map((one) => `table/${one.number}` as const);
    for (const topic of topics) client.watch(topic).catch(() => {});
    return () => topics.forEach((topic) => client.unwatch(topic));
  }, [numbers]);
  const was_shown = useRef(false);
  const is_here = tables?.every((one) => {
    const about = client.topic(`table/${one.number}`).value?.table;
    return about && (about.layouts.length < 2 || rules_of(about.rules).value);
  });
  was_shown.current ||= Boolean(is_here || (tables && is_late));
  return was_shown.current;
}

function Head({ client, tables }: { client: Client; tables: PropertyTopic["tables"] }) {
  const operators = new Set(
    tables.map((one) => client.topic(`table/${one.number}`).value?.table.operator).filter(Boolean),
  );
  const open = tables.filter((one) => one.phase !== "closed" && one.out_of_service === null).length;
  const training = tables.length > 0 && tables.every((one) => one.training);
  return (
    <header>
      <div class="bar">
        <p class="operator">{[...operators].join(" · ")}</p>
        <Clock client={client} />
        <LanguageSwitch />
      </div>
      <h1>{t("title")}</h1>
      <p class="lead">{t("lead")}</p>
      <p class="here">
        {tables.length > 0 && <span class="tag">{t("here", tables.length, open)}</span>}{" "}
        {training && <span class="tag warn">{t("training")}</span>}
      </p>
    </header>
  );
}
