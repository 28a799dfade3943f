// The page as a whole: header, notices, felt, side panel, bar.
import { computed, effect } from "@preact/signals";
import { ConnectionNotice, LanguageSwitch, table_asked, TrainingBanner } from "../shared/parts";
import { Felt } from "../shared/felt";
import { play } from "../shared/sound";
import { language } from "../shared/words";
import { Bar } from "./bar";
import { Dialogs } from "./dialogs";
import { Header } from "./header";
import { forget_key, kept_key } from "./identity";
import { listen_to_keys } from "./keys";
import { Notices } from "./notices";
import { bet, flashes, message, take_back, why } from "./orders";
import { is_beside, touch } from "./room";
import { Side } from "./side";
import {
  aimed,
  chip,
  client,
  dialog,
  has_landed,
  is_open,
  layout,
  mine,
  no_place,
  number,
  others,
  outcome,
  round,
  shown_stakes,
  stakes,
  table,
} from "./state";
import { t } from "./words";

listen_to_keys();

const wins = computed(() => {
  const won = outcome.value?.ended === "settled" ? (outcome.value.bets ?? []) : [];
  return new Map(won.filter((one) => one.back).map((one) => [one.spot, one.back!]));
});
const winning = computed(() => new Set(has_landed.value ? round.value!.winning : []));

// Sounds tell what the eye may miss; the first state that is seen is no news.
let heard: { open: boolean; mixing: boolean; outcome: boolean } | null = null;
effect(() => {
  if (!table.value) return;
  const now = {
    open: Boolean(round.value?.betting),
    mixing: Boolean(round.value?.mixing),
    outcome: outcome.value !== null,
  };
  if (heard && now.open !== heard.open) play(now.open ? "open" : "closed");
  if (heard && now.mixing && !heard.mixing) play("tumble");
  // A fanfare only for more than was staked: less is not a win.
  const one = outcome.value;
  if (heard && one && !heard.outcome && (one.back ?? 0) > (one.staked ?? 0)) play("win");
  heard = now;
});

function TableFelt() {
  const hint = !message.value && is_open.value && !stakes.value.size;
  return (
    <section class="cloth-of" aria-label={t("bets_open")}>
      <div class="felt-frame">
        <Felt
          layout={layout.value!}
          stakes={shown_stakes.value}
          others={others.value}
          wins={wins.value}
          winning={winning.value}
          flashes={flashes.value}
          aimed={aimed.value}
          live={is_open.value}
          shape={[0.7, 2.4]}
          touch={touch}
          onspot={(spot) => bet(spot, chip.value)}
          onstake={take_back}
          onspotinfo={(spot) => {
            dialog.value = { kind: "spot", spot };
          }}
        />
      </div>
      <p id="message" class={`message ${message.value?.kind ?? ""}`} role="status">
        {message.value ? (
          <>
            <span aria-hidden="true">{{ good: "✓", bad: "!", "": "" }[message.value.kind]}</span>
            {message.value.text()}
          </>
        ) : hint ? (
          t("choose_then_tap")
        ) : (
          ""
        )}
      </p>
    </section>
  );
}

function NoTable() {
  return (
    <main class="alone">
      <ConnectionNotice client={client} />
      <div class="panel card">
        <h1>{t("no_table_title", table_asked().slice(0, 24))}</h1>
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
  const wrong_key = reason === "wrong_key" && kept_key();
  const other_layout = reason === "no_such_layout"; // trying again can't help
  return (
    <main class="alone">
      <ConnectionNotice client={client} />
      <div class="panel card">
        <h1>{other_layout ? t("no_layout_title") : t("no_place_title")}</h1>
        {!other_layout && (
          <p class="wrong" role="alert">
            {why(reason)}
          </p>
        )}
        {!other_layout && <p>{wrong_key ? t("wrong_key_hint") : t("no_place_hint")}</p>}
        <div class="row">
          {other_layout ? (
            <a class="button" href={`?table=${number}`}>
              {t("other_layout")}
            </a>
          ) : (
            <button onClick={() => location.reload()}>{t("try_again")}</button>
          )}
          <LanguageSwitch />
          {wrong_key && (
            <a class="button" href="?enrol=1" onClick={forget_key}>
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

function Elsewhere() {
  return (
    <div class="elsewhere">
      <p role="alert">{t("open_elsewhere")}</p>
      <button class="main" onClick={() => location.reload()}>
        {t("use_this_window")}
      </button>
      <a class="button" href="/">
        {t("to_start")}
      </a>
    </div>
  );
}

export function Terminal() {
  void language.value;
  document.title = table.value ? `${table.value.table.name} · ${t("page_title")}` : t("page_title");
  if (no_place.value === "no_such_table" && !mine.value) return <NoTable />;
  if (no_place.value && !mine.value) return <NoPlace reason={no_place.value} />;
  if (!table.value || !layout.value || !mine.value) {
    return (
      <main class="alone">
        <ConnectionNotice client={client} />
        <p role="status">{t("loading")}</p>
      </main>
    );
  }
  return (
    <div
      class={`terminal ${is_beside.value ? "beside" : "above"}`}
      lang={language.value === "zh" ? "zh-Hans" : "en"}
    >
      <header>
        <Header />
        <TrainingBanner about={table.value.table} />
        {client.status.value === "elsewhere" ? <Elsewhere /> : <ConnectionNotice client={client} />}
        <Notices />
      </header>
      <main>
        <TableFelt />
        <Side />
      </main>
      <Bar />
      <Dialogs />
    </div>
  );
}
