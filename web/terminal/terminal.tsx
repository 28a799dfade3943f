// SPDX-License-Identifier: MIT
// The page as a whole: header, notices, felt, side panel, bar.
import { useMemo, useState } from "preact/hooks";
import { table_in_address } from "../shared/address";
import { ChipSizes, stack_sizes } from "../shared/chip";
import { Felt } from "../shared/felt";
import { reason_text } from "../shared/reasons";
import {
  ConnectionNotice,
  LanguageSwitch,
  taken_over_text,
  TrainingBanner,
} from "../shared/widgets";
import { language } from "../shared/words";
import { Bar } from "./bar";
import { Dialogs } from "./dialogs";
import { drag_off_felt } from "./drag";
import { Header } from "./header";
import { forget_key, read_key } from "./terminal_key";
import { useTerminal } from "./page";
import { page_layout, touch_target_min, type Phone } from "./page_layout";
import { tabs_of, type TabId } from "./phone_felt";
import { FeltTabs } from "./phone_tabs";
import { ResultEvent } from "./result_event";
import { Side } from "./side";
import { t } from "./words";

function TableFelt({ phone }: { phone: Phone }) {
  const page = useTerminal();
  const { message, flashes, bet, take_back, lift } = page.bets;
  const { is_open, stakes, layout, others, aimed, lifted, chip, eraser, dialog } = page.state;
  const { shown_stakes, felt_payouts, is_swept, others_paid, winning } = page.reveal;
  const tabs = useMemo(
    () => (phone ? tabs_of(layout.value!, phone === "sideways") : []),
    [layout.value, phone],
  );
  const [tab_id, choose_tab] = useState<TabId>("main");
  const tab = tabs.find((one) => one.id === tab_id) ?? tabs[0];
  const hint = !message.value && is_open.value && !stakes.value.size;
  return (
    <section class="cloth-of" aria-label={t("bets_open")}>
      <div class="felt-stage">
        {tab && <FeltTabs tabs={tabs} chosen={tab} onchoose={choose_tab} />}
        <div class="felt-frame">
          <Felt
            layout={tab?.layout ?? layout.value!}
            stakes={shown_stakes.value}
            others={others.value}
            payouts={felt_payouts.value}
            others_paid={others_paid.value}
            swept={is_swept.value}
            winning={winning.value}
            flashes={flashes.value}
            aimed={aimed.value}
            lifted={lifted.value}
            live={is_open.value}
            shape={[0.7, 2.4]}
            field_min={touch_target_min}
            onspot={(spot) => {
              if (lifted.value !== null) lift(spot);
              else if (eraser.value) take_back(spot);
              else bet(spot, chip.value);
            }}
            onstake={take_back}
            onlift={lift}
            adds_always
            ondragstake={(spot, event) => drag_off_felt(page, event, spot)}
            onspotinfo={(spot) => {
              dialog.value = { kind: "spot", spot };
            }}
          />
        </div>
        <ResultEvent />
      </div>
      <p
        id="message"
        class={`message ${message.value?.kind ?? ""}`}
        role="status"
        onClick={() => {
          dialog.value = { kind: "history", tab: "bets" };
        }}
      >
        {message.value ? (
          <>
            <span aria-hidden="true">{{ good: "✓", bad: "!", "": "" }[message.value.kind]}</span>
            {message.value.text()}
          </>
        ) : hint ? (
          t(eraser.value ? "touch_to_take_back" : "choose_then_tap")
        ) : (
          ""
        )}
      </p>
    </section>
  );
}

function NoTable() {
  const { client } = useTerminal().state;
  return (
    <main class="alone">
      <ConnectionNotice client={client} />
      <div class="panel card">
        <h1>{t("no_table_title", table_in_address().slice(0, 24))}</h1>
        <p role="alert">{t("no_table_hint")}</p>
        <div class="row">
          <LanguageSwitch />
          <a class="button main" href="/" data-action="to-start">
            {t("to_start")}
          </a>
        </div>
      </div>
    </main>
  );
}

function NoPlace({ reason }: { reason: string }) {
  const { client, table_number } = useTerminal().state;
  const { local_storage } = useTerminal();
  const wrong_key = reason === "wrong_key" && read_key(local_storage);
  const other_layout = reason === "no_such_layout"; // trying again can't help
  return (
    <main class="alone">
      <ConnectionNotice client={client} />
      <div class="panel card">
        <h1>{other_layout ? t("no_layout_title") : t("no_place_title")}</h1>
        {!other_layout && (
          <p class="wrong" role="alert">
            {reason_text(reason)}
          </p>
        )}
        {!other_layout && <p>{wrong_key ? t("wrong_key_hint") : t("no_place_hint")}</p>}
        <div class="row">
          {other_layout ? (
            <a class="button" href={`?table=${table_number}`}>
              {t("other_layout")}
            </a>
          ) : (
            <button onClick={() => location.reload()}>{t("try_again")}</button>
          )}
          <LanguageSwitch />
          {wrong_key && (
            <a class="button" href="?enrol=1" onClick={() => forget_key(local_storage)}>
              {t("enrol_again")}
            </a>
          )}
          <a class="button main" href="/">
            {t("to_start")}
          </a>
        </div>
      </div>
    </main>
  );
}

function TakenOver() {
  const { client } = useTerminal().state;
  return (
    <div class="elsewhere">
      <p role="alert">{taken_over_text(client.enrolled_anew)}</p>
      <button class="main" onClick={() => location.reload()}>
        {t("use_this_window")}
      </button>
      <a class="button" href="/">
        {t("to_start")}
      </a>
    </div>
  );
}

const no_table = { chip: 100, limit: { min: 100 } };
export function Terminal() {
  const { layout, table, place_refusal, own, client } = useTerminal().state;
  const { is_beside, phone } = useMemo(() => page_layout(layout), [layout]);
  const { chip, limit } = table.value?.table ?? no_table;
  const sizes = useMemo(() => stack_sizes(chip, limit.min), [chip, limit.min]);
  void language.value;
  const title = t("page_title");
  document.title = table.value ? `${table.value.table.name} · ${title}` : title;
  if (place_refusal.value === "no_such_table" && !own.value) return <NoTable />;
  if (place_refusal.value && !own.value) return <NoPlace reason={place_refusal.value} />;
  if (!table.value || !layout.value || !own.value) {
    return (
      <main class="alone">
        <ConnectionNotice client={client} />
        <p role="status">{t("loading")}</p>
      </main>
    );
  }
  return (
    <div
      class={`terminal ${is_beside.value ? "beside" : "above"} ${phone.value ? "phone" : ""}`}
      lang={language.value === "zh" ? "zh-Hans" : "en"}
    >
      <header>
        <Header />
        <TrainingBanner about={table.value.table} />
        {client.status.value === "taken_over" ? (
          <TakenOver />
        ) : (
          <ConnectionNotice client={client} />
        )}
      </header>
      <ChipSizes.Provider value={sizes}>
        <main>
          <TableFelt phone={phone.value} />
          <Side />
        </main>
        <Bar />
        <Dialogs />
      </ChipSizes.Provider>
    </div>
  );
}
