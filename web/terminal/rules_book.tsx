// SPDX-License-Identifier: MIT
// The dialog with the rules of the game: odds, the steps of a round, irregularities,
// interpretations.
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { layout_title } from "../shared/layout_title";
import { limit_lines } from "../shared/limit_lines";
import { exact } from "../shared/money";
import { parts_of, type PayRow } from "../shared/rules";
import { causes, effects, roles, steps } from "../shared/terms";
import { in_language, language } from "../shared/words";
import { Dialog } from "./dialog";
import { dice_words, edge_percent } from "./statistics";
import { useTerminal, type TerminalPage } from "./page";
import type { Reading } from "./readings_zh";
import { t } from "./words";

type Tab = "pay" | "procedure" | "irregular" | "readings";

// The document's own name for a row is English; in Chinese a row is called by its kind and numbers.
function row_name(page: TerminalPage, row: PayRow): string {
  const { layout } = page.state;
  if (language.value === "en") return row.name;
  const name = layout.value!.names[row.kind];
  const called = name ? in_language(name) : row.name;
  return row.kind === "total"
    ? `${called} ${row.spots.map((one) => parts_of(one).digits).join(" / ")}`
    : called;
}

function PayTable() {
  const page = useTerminal();
  const { table, currency, layout, rules } = page.state;
  const about = table.value!.table;
  return (
    <>
      <h3>{t("pay_layout", layout_title(layout.value!))}</h3>
      <p>{t("pay_note")}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("pay_bet")}</th>
            <th scope="col" class="number">
              {t("pay_odds")}
            </th>
            <th scope="col" class="number">
              {t("pay_chance")}
            </th>
            <th scope="col" class="number">
              {t("pay_edge")}
            </th>
          </tr>
        </thead>
        <tbody>
          {layout.value!.pay.map((row) => (
            <tr key={row.spots[0]}>
              <th scope="row" class="name">
                {row_name(page, row)}
              </th>
              <td class="number">
                {row.odds.length > 1
                  ? row.odds.map((one, i) => (
                      <div key={one}>{t("to_one_dice", one, t(dice_words[i]!))}</div>
                    ))
                  : t("to_one", row.odds[0]!)}
              </td>
              <td class="number">{row.ways}</td>
              <td class="number">{edge_percent(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{t("limits_title")}</h3>
      <dl class="about">
        {limit_lines(about, layout.value!, rules.value!).map(({ id, label, value }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t("limits_chip")}</dt>
          <dd>{exact(about.chip, currency.value)}</dd>
        </div>
      </dl>
    </>
  );
}

function Procedure() {
  const { rules } = useTerminal().state;
  return (
    <ol class="procedure">
      {rules.value!.procedure.steps.map((one) => (
        <li key={one.step}>
          <strong>{in_language(steps[one.step])}</strong>
          <span class="soft">
            {t("by")} {in_language(roles[one.by])}
          </span>
          {one.says && <em>“{in_language(one.says)}”</em>}
          <span class="tag">
            {t("clause")} {one.clauses.join(", ")}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Irregular() {
  const { rules } = useTerminal().state;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("what_happens")}</th>
          <th scope="col">{t("what_follows")}</th>
          <th scope="col">{t("clause")}</th>
        </tr>
      </thead>
      <tbody>
        {rules.value!.irregularities.map((one, i) => (
          <tr key={i}>
            <th scope="row" class="name">
              {in_language(causes[one.cause])}
            </th>
            <td>{in_language(effects[one.effect])}</td>
            <td class="soft">{one.clauses.join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Readings() {
  const { rules } = useTerminal().state;
  const translated = useSignal<Record<string, Reading>>({}); // loaded when they are first shown
  const chinese = language.value === "zh";
  useEffect(() => {
    if (chinese)
      import("./readings_zh").then(
        ({ readings_zh }) => {
          translated.value = readings_zh;
        },
        () => {},
      );
  }, [chinese]);
  return (
    <dl class="readings">
      {rules.value!.interpretations.map((one) => {
        const text = chinese ? translated.value[`${rules.value!.id} ${one.id}`] : undefined;
        const { about, reading, why } = text ?? one;
        return (
          <div key={one.id} lang={text ? undefined : "en"}>
            <dt>
              <span class="tag">{one.id}</span> {about}
            </dt>
            <dd>
              {reading}
              <div class="soft">{why}</div>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const tabs: [
  Tab,
  "tab_pay" | "tab_procedure" | "tab_irregular" | "tab_readings",
  () => preact.JSX.Element,
][] = [
  ["pay", "tab_pay", PayTable],
  ["procedure", "tab_procedure", Procedure],
  ["irregular", "tab_irregular", Irregular],
  ["readings", "tab_readings", Readings],
];

export function RulesBook({ onclose }: { onclose: () => void }) {
  const { rules } = useTerminal().state;
  const [tab, set_tab] = useState<Tab>("pay");
  const { document: from } = rules.value!;
  const Body = tabs.find(([one]) => one === tab)![2];
  return (
    <Dialog title={`${t("rules_title")}: ${in_language(from.name)}`} onclose={onclose} wide>
      <div class="tabs" role="group" aria-label={t("rules_title")}>
        {tabs.map(([one, text]) => (
          <button key={one} aria-pressed={one === tab} onClick={() => set_tab(one)} data-tab={one}>
            {t(text)}
          </button>
        ))}
      </div>
      <div class="page">
        <Body />
      </div>
      <p class="soft small" lang="en">
        {from.title}. {from.edition}. {from.authority}.
      </p>
    </Dialog>
  );
}
