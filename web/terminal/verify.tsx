// Whether the dice of a round are as they were promised, checked in this browser.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Die } from "../shared/dice";
import { Dialog } from "./dialog";
import type { Checked, Proof } from "../shared/proof";
import { say } from "../shared/words";
import { ask_rounds } from "./rounds";
import { promises, table } from "./state";
import { t } from "./words";

const proofs = signal<Proof[]>([]);
const chosen = signal<number | null>(null);  // a round
const checked = signal<{ round: number; result: Checked | "failed" } | null>(null);

async function check(proof: Proof): Promise<void> {
  try {
    const { check_proof } = await import("../shared/proof");
    checked.value = { round: proof.round, result: check_proof(proof, promises.get(proof.round)) };
  } catch {
    checked.value = { round: proof.round, result: "failed" };
  }
}

function Verdict({ proof }: { proof: Proof }) {
  const one = checked.value?.round === proof.round ? checked.value.result : null;
  if (!one) return <p role="status">{t("verify_checking")}</p>;
  if (one === "failed") return <p role="alert" class="wrong">{t("verify_failed")}</p>;
  return (
    <>
      <ul class="checks">
        {one.steps.map((step, i) => {
          const kind = step.pending ? "pending" : step.ok ? "good" : "bad";
          return (
            <li key={i} class={kind} data-ok={step.ok}>
              <span class="mark" aria-hidden="true">{{ pending: "–", good: "✓", bad: "✗" }[kind]}</span>
              <div>{say(step.text)} {!step.pending && <span class={`tag ${kind}`}>{step.ok ? t("agrees") : t("differs")}</span>}{step.detail && <code>{step.detail}</code>}</div>
            </li>
          );
        })}
      </ul>
      <p role="status" class={`verdict ${one.complete ? "good" : one.ok ? "" : "bad"}`} data-verified={one.complete}>
        {one.complete ? t("verify_good") : one.ok ? t("verify_pending") : t("verify_bad")}
      </p>
    </>
  );
}

function Hash({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null;
  return <div><dt>{name}</dt><dd><code>{value}</code></dd></div>;
}

export function Verify({ onclose }: { onclose: () => void }) {
  const { proof } = table.value!;
  const last = proof.last?.round;
  useEffect(() => () => { chosen.value = null; checked.value = null; }, []);
  useEffect(() => {
    ask_rounds().then((list) => { proofs.value = list.flatMap((one) => one.proof ?? []); }, () => {});
  }, [last, proof.last?.secret]);
  const all = proofs.value.length ? proofs.value : proof.last ? [proof.last] : [];
  const one = all.find((each) => each.round === (chosen.value ?? all[0]?.round));
  useEffect(() => {
    if (one && chosen.value === null) chosen.value = one.round;  // stays while rounds go on
    if (one) void check(one);
  }, [one?.round, one?.secret]);
  return (
    <Dialog title={t("verify_title")} onclose={onclose} wide>
      <p>{t("verify_intro")}</p>
      {!one && <p>{t("verify_none")}</p>}
      {all.length > 1 && (
        <div class="tabs" role="group" aria-label={t("last_rounds")}>
          {all.map((each) => <button key={each.round} aria-pressed={each === one} onClick={() => { chosen.value = each.round; }}>{each.round}</button>)}
        </div>
      )}
      {one && (
        <>
          <h3>{t("round", one.round)}</h3>
          <dl class="proof">
            <div><dt>{t("verify_dice")}</dt><dd class="faces">{one.roll.map((face, i) => <Die key={i} face={face} size={30} />)} <span>{one.roll.join(" ")}</span></dd></div>
            <Hash name={t("verify_commitment")} value={one.commitment} />
            <Hash name={t("verify_secret")} value={one.secret} />
            <Hash name={t("verify_close")} value={one.close_hash} />
          </dl>
          {!one.signature && !one.commitment ? <p>{t("verify_unsigned")}</p> : <Verdict proof={one} />}
        </>
      )}
      {proof.commitment && <dl class="proof next"><Hash name={t("verify_next", proof.round)} value={proof.commitment} /></dl>}
    </Dialog>
  );
}
