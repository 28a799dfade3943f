// SPDX-License-Identifier: MIT
// A table: how it stands, its last results, and the ways to it.
import { useState } from "preact/hooks";
import type { PropertyTopic, TableTopic } from "../generated/protocol";
import type { Client } from "../shared/client";
import { layout_content, layout_name } from "../shared/layout_title";
import { money } from "../shared/money";
import { Road } from "../shared/road";
import { rules_of } from "../shared/rules";
import { phases } from "../shared/terms";
import { seconds_left } from "../shared/widgets";
import { in_language, language } from "../shared/words";
import { t } from "./words";

type Entry = PropertyTopic["tables"][number];

export function TableCard({ client, one }: { client: Client; one: Entry }) {
  const table = client.topic(`table/${one.number}`).value;
  const other = language.value === "en" ? one.title.zh : one.title.en;
  return (
    <article
      class="card panel"
      data-table={one.number}
      data-phase={one.phase}
      aria-label={one.name}
    >
      <div class="name">
        <h3>{one.name}</h3>
        <p>
          {in_language(one.title)}{" "}
          <span lang={language.value === "en" ? "zh-Hans" : "en"}>{other}</span>
        </p>
        <State client={client} one={one} table={table} />
      </div>
      <Facts one={one} table={table} />
      <div class="past">{table && <Road results={table.results} columns={9} />}</div>
      <Ways one={one} table={table} />
    </article>
  );
}

function State({
  client,
  one,
  table,
}: {
  client: Client;
  one: Entry;
  table: TableTopic | undefined;
}) {
  const left = table ? seconds_left(client, table.round) : null;
  const betting = one.phase === "playing" && table?.round?.betting;
  return (
    <p class="state">
      {one.out_of_service !== null ? (
        <span class="tag bad">{t("out_of_service")}</span>
      ) : betting ? (
        <span class="tag good">{left === null ? t("betting") : t("betting_left", left)}</span>
      ) : (
        <span class={`tag ${one.phase === "held" ? "warn" : ""}`}>
          {in_language(phases[one.phase])}
        </span>
      )}
      {one.last_round && <span class="tag warn">{t("last_round")}</span>}
    </p>
  );
}

function Facts({ one, table }: { one: Entry; table: TableTopic | undefined }) {
  const about = table?.table;
  const limit = about?.limit;
  return (
    <dl class="facts">
      <div>
        <dt>{t("rounds")}</dt>
        <dd>{(table?.results.last ?? one.rounds).toLocaleString("en-US")}</dd>
      </div>
      {about && (
        <div>
          <dt>{t("places")}</dt>
          <dd>{about.terminals ? t("terminals", one.terminals) : t("shared_felt")}</dd>
        </div>
      )}
      {limit && (
        <div>
          <dt>{t("limits")}</dt>
          <dd>
            {limit.max === null
              ? t("from", money(limit.min, about.currency))
              : `${about.currency} ${money(limit.min)} – ${money(limit.max)}`}
          </dd>
        </div>
      )}
      {about && (
        <div>
          <dt>{t("run_by")}</dt>
          <dd>{t(about.mode)}</dd>
        </div>
      )}
    </dl>
  );
}

function Ways({ one, table }: { one: Entry; table: TableTopic | undefined }) {
  const layouts = table?.table.layouts ?? [];
  const rules = table && layouts.length > 1 ? rules_of(table.table.rules).value : undefined;
  const title_of = (id: string, i: number) => {
    const layout = rules?.layouts.find((each) => each.id === id);
    if (!layout) return `${t("layout")} ${i + 1}`;
    return (
      <>
        {layout_name(layout)} <small>{layout_content(layout)}</small>
      </>
    );
  };
  const [chosen, set_chosen] = useState<string | null>(null);
  const terminal = `/terminal?table=${one.number}`;
  return (
    <div class="ways">
      {one.training && layouts.length > 1 && (
        <div class="layouts" role="group" aria-label={`${t("layout")}, ${one.name}`}>
          <span aria-hidden="true">{t("layout")}</span>
          {layouts.map((id, i) => (
            <button
              key={id}
              aria-pressed={id === (chosen ?? layouts[0])}
              data-layout={id}
              onClick={() => set_chosen(id)}
            >
              {title_of(id, i)}
            </button>
          ))}
        </div>
      )}
      {one.training && one.phase === "closed" && (
        <p class="soft">
          {t(table?.table.mode === "automatic" ? "opens_by_itself" : "opens_at_console")}
        </p>
      )}
      {!one.training && <p class="soft">{t("enrolled_only")}</p>}
      <Links one={one} terminal={terminal} chosen={chosen} />
    </div>
  );
}

interface LinksProps {
  one: Entry;
  terminal: string; // address of a terminal of the table
  chosen: string | null; // layout
}
function Links({ one, terminal, chosen }: LinksProps) {
  return (
    <div class="links">
      {one.training ? (
        <a
          class="button main"
          data-action="play"
          href={chosen ? `${terminal}&layout=${encodeURIComponent(chosen)}` : terminal}
          aria-label={t("play_at", one.name)}
        >
          {t("play")}
        </a>
      ) : (
        <a
          class="button"
          data-action="enrol"
          href={`${terminal}&enrol=1`}
          aria-label={t("enrol_at", one.name)}
        >
          {t("enrol")}
        </a>
      )}
      <a
        class="button"
        data-action="console"
        href={`/console?table=${one.number}`}
        aria-label={t("console_of", one.name)}
      >
        {t("console")}
      </a>
      <a
        class="button"
        data-action="display"
        href={`/display?table=${one.number}`}
        aria-label={t("display_of", one.name)}
      >
        {t("display")}
      </a>
    </div>
  );
}
