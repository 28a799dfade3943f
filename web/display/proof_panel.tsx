// What was promised for this round's dice, and whether the last round's proof holds, checked in this page.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TableTopic } from "../generated/protocol";
import type { Checked } from "../shared/proof";
import { t } from "./words";

const short = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`;

export function ProofPanel({ table }: { table: TableTopic }) {
  const { proof, results } = table;
  const checked = use_checked(table);
  return (
    <section class="proof part" aria-label={t("fair")}>
      <h2>{t("fair")}</h2>
      <dl>
        <dt>{t("promise", proof.round)}</dt>
        {proof.commitment ? <dd class="hash">{short(proof.commitment)}</dd>
          : <dd>{table.table.tumbler === "simulated" ? t("promise_soon") : t("no_promise")}</dd>}
        <dt>{proof.last ? t("proof_of", proof.last.round) : results.last ? t("proof_void", results.last) : t("proof_none")}</dt>
        {proof.last && <dd><Verdict checked={checked} /></dd>}
        {proof.last?.signature && <dd class="hash">{short(proof.last.signature)}</dd>}
      </dl>
    </section>
  );
}

function Verdict({ checked }: { checked: Checked | null }) {
  if (!checked) return <span class="verdict">{t("checking")}</span>;
  const failed = checked.steps.some((one) => !one.ok && !one.pending);
  const [look, sign, key] = failed ? ["bad", "✕", "wrong"] as const
    : checked.complete ? ["good", "✓", "verified"] as const
    : checked.ok ? ["half", "◐", "half_verified"] as const : ["half", "–", "unsigned"] as const;
  return <span class={`verdict ${look}`} data-proof={look}><span aria-hidden="true">{sign} </span>{t(key)}</span>;
}

// A promise counts if this page saw it before betting closed, and the first one seen is the one that is held to.
function use_checked(table: TableTopic): Checked | null {
  const promised = useRef(new Map<number, string>()).current;
  const [done, set_done] = useState<{ round: number; checked: Checked } | null>(null);
  const { proof, round } = table;
  const in_time = !round || round.number !== proof.round || round.betting || (round.step !== "close" && round.next !== "uncover" && !round.roll);
  if (proof.commitment && in_time && !promised.has(proof.round)) {
    promised.set(proof.round, proof.commitment);
    for (const one of promised.keys()) if (one < proof.round - 3) promised.delete(one);
  }
  useEffect(() => {
    const last = proof.last;
    if (!last) return;
    let current = true;
    void import("../shared/proof").then(({ check_proof }) => {
      if (current) set_done({ round: last.round, checked: check_proof(last, promised.get(last.round)) });
    });
    return () => { current = false; };
  }, [proof.last?.round, proof.last?.secret]);
  return done && done.round === proof.last?.round ? done.checked : null;
}
