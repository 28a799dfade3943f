// SPDX-License-Identifier: MIT
// The first page: what runs here, and a way to every table.
import { useEffect } from "preact/hooks";
import type { PropertyTopic } from "../generated/protocol";
import type { Client } from "../shared/client";
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
  return (
    <>
      <ConnectionNotice client={client} />
      <div class="page">
        <Head client={client} tables={tables ?? []} />
        <main>
          {(!tables || tables.some((one) => one.training)) && <Steps />}
          <section class="place" aria-labelledby="tables">
            <h2 id="tables">{t("tables")}</h2>
            {!tables && <p class="soft">{t("loading")}</p>}
            {tables && !tables.length && <p class="soft">{t("no_tables")}</p>}
            <div class="cards">
              {tables?.map((one) => (
                <TableCard key={one.number} client={client} one={one} />
              ))}
            </div>
          </section>
        </main>
      </div>
    </>
  );
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
      {tables.length > 0 && (
        <p class="here">
          <span class="tag">{t("here", tables.length, open)}</span>{" "}
          {training && <span class="tag warn">{t("training")}</span>}
        </p>
      )}
    </header>
  );
}
