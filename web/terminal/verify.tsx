// Whether the dice of a round are as they were promised, checked in this browser.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Die } from "../shared/dice";
import { Dialog } from "./dialog";
import type { Checked, Proof } from "../shared/proof";
import { say } from "../shared/words";
import { ask_rounds, told_now, type Past } from "./rounds";
import { promises, table } from "./state";
import { t } from "./words";

// A proof, and the dice that were paid in its round: the two may differ.
interface Proved {
  proof: Proof;
  paid: readonly number[] | null;
}
const proved = signal<Proved[]>([]);
const chosen = signal<number | null>(null); // a round
const checked = signal<{ round: number; result: Checked | "failed" } | null>(null);

const proved_of = (one: Past): Proved[] =>
  one.proof ? [{ proof: one.proof, paid: one.ended === "void" ? null : one.roll }] : [];

async function check({ proof, paid }: Proved): Promise<void> {
  try {
    const { check_proof } = await import("../shared/proof");
    checked.value = {
      round: proof.round,
      result: check_proof(proof, { paid, promised: promises.of(proof.round), key: promises.key }),
    };
  } catch {
    checked.value = { round: proof.round, result: "failed" };
  }
}

function Verdict({ proof }: { proof: Proof }) {
  const one = checked.value?.round === proof.round ? checked.value.result : null;
  if (!one) return <p role="status">{t("verify_checking")}</p>;
  if (one === "failed")
    return (
      <p role="alert" class="wrong">
        {t("verify_failed")}
      </p>
    );
  return (
    <>
      <ul class="checks">
        {one.steps.map((step, i) => {
          const kind = step.pending ? "pending" : step.ok ? "good" : "bad";
          return (
            <li key={i} class={kind} data-ok={step.ok}>
              <span class="mark" aria-hidden="true">
                {{ pending: "–", good: "✓", bad: "✗" }[kind]}
              </span>
              <div>
                {say(step.text)}{" "}
                {!step.pending && (
                  <span class={`tag ${kind}`}>{step.ok ? t("agrees") : t("differs")}</span>
                )}
                {step.detail && <code>{step.detail}</code>}
              </div>
            </li>
          );
        })}
      </ul>
      <p
        role="status"
        class={`verdict ${one.complete ? "good" : one.ok ? "" : "bad"}`}
        data-verified={one.complete}
      >
        {one.complete
          ? t("verify_good")
          : !one.ok
            ? t("verify_bad")
            : one.unseen
              ? t("verify_unseen")
              : t("verify_pending")}
      </p>
    </>
  );
}

function Hash({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}

function Proven({ proof }: { proof: Proof }) {
  return (
    <>
      <h3>{t("round", proof.round)}</h3>
      <dl class="proof">
        <div>
          <dt>{t("verify_dice")}</dt>
          <dd class="faces">
            {proof.roll.map((face, i) => (
              <Die key={i} face={face} size={30} />
            ))}{" "}
            <span>{proof.roll.join(" ")}</span>
          </dd>
        </div>
        <Hash name={t("verify_commitment")} value={proof.commitment} />
        <Hash name={t("verify_secret")} value={proof.secret} />
        <Hash name={t("verify_close")} value={proof.close_hash} />
      </dl>
      {!proof.signature && !proof.commitment ? (
        <p>{t("verify_unsigned")}</p>
      ) : (
        <Verdict proof={proof} />
      )}
    </>
  );
}

export function Verify({ onclose }: { onclose: () => void }) {
  const { proof } = table.value!;
  useEffect(
    () => () => {
      chosen.value = null;
      checked.value = null;
    },
    [],
  );
  // A round is asked for anew when it has ended, when its secret is told, and when it was corrected.
  useEffect(() => {
    ask_rounds().then(
      (list) => {
        proved.value = list.flatMap(proved_of);
      },
      () => {},
    );
  }, [told_now(), proof.last?.secret]);
  const all = proved.value;
  const one = all.find((each) => each.proof.round === (chosen.value ?? all[0]?.proof.round));
  useEffect(() => {
    if (one && chosen.value === null) chosen.value = one.proof.round; // stays while rounds go on
    if (one) void check(one);
  }, [JSON.stringify(one)]);
  return (
    <Dialog title={t("verify_title")} onclose={onclose} wide>
      <p>{t("verify_intro")}</p>
      {!one && <p>{t("verify_none")}</p>}
      {all.length > 1 && (
        <div class="tabs" role="group" aria-label={t("last_rounds")}>
          {all.map((each) => (
            <button
              key={each.proof.round}
              aria-pressed={each === one}
              onClick={() => {
                chosen.value = each.proof.round;
              }}
            >
              {each.proof.round}
            </button>
          ))}
        </div>
      )}
      {one && <Proven proof={one.proof} />}
      {proof.commitment && (
        <dl class="proof next">
          <Hash name={t("verify_next", proof.round)} value={proof.commitment} />
        </dl>
      )}
    </Dialog>
  );
}
