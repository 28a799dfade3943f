// SPDX-License-Identifier: MIT
// The commitment to this round's dice, and whether the last round's proof holds, checked in this
// page.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TableTopic } from "../generated/protocol";
import { short_hash } from "../shared/hash";
import { SeenCommitments } from "../shared/commitments";
import type { Checked } from "../shared/proof";
import { read_roll } from "../shared/rules";
import { t } from "./words";

export function ProofPanel({ table }: { table: TableTopic }) {
  const { proof, results } = table;
  const checked = useChecked(table);
  return (
    <section class="proof part" aria-label={t("fair")}>
      <h2>{t("fair")}</h2>
      <dl>
        <dt>{t("commitment", proof.round)}</dt>
        {proof.commitment ? (
          <dd class="hash">{short_hash(proof.commitment)}</dd>
        ) : (
          <dd>{table.table.tumbler === "simulated" ? t("commitment_soon") : t("no_commitment")}</dd>
        )}
        <dt>
          {proof.last
            ? t("proof_of", proof.last.round)
            : results.last
              ? t("proof_void", results.last)
              : t("proof_none")}
        </dt>
        {proof.last && (
          <dd>
            <Verdict checked={checked} />
          </dd>
        )}
        {proof.last?.signature && <dd class="hash">{short_hash(proof.last.signature)}</dd>}
      </dl>
    </section>
  );
}

function Verdict({ checked }: { checked: Checked | null }) {
  if (!checked) return <span class="verdict">{t("checking")}</span>;
  const failed = checked.checks.some((one) => !one.ok && !one.pending);
  const [look, sign, key] = failed
    ? (["bad", "✕", "wrong"] as const)
    : checked.complete
      ? (["good", "✓", "verified"] as const)
      : checked.ok
        ? (["half", "◐", checked.unseen ? "unseen" : "half_verified"] as const)
        : (["half", "–", "unsigned"] as const);
  return (
    <span class={`verdict ${look}`} data-proof={look}>
      <span aria-hidden="true">{sign} </span>
      {t(key)}
    </span>
  );
}

function useChecked(table: TableTopic): Checked | null {
  const commitments = useRef<SeenCommitments | null>(null);
  const [done, set_done] = useState<{ round: number; checked: Checked } | null>(null);
  const { last } = table.proof;
  const { results } = table;
  const paid_roll = last && results.rolls[results.last - last.round];
  commitments.current ??= new SeenCommitments(`commitments/${table.table.number}`, sessionStorage);
  commitments.current.record(table);
  useEffect(() => {
    if (!last) return;
    let current = true;
    const seen = {
      paid: paid_roll ? read_roll(paid_roll) : null,
      commitment: commitments.current!.of(last.round),
      key: commitments.current!.key,
    };
    void import("../shared/proof").then(({ check_proof }) => {
      if (current) set_done({ round: last.round, checked: check_proof(last, seen) });
    });
    return () => {
      current = false;
    };
  }, [last?.round, last?.secret, paid_roll]);
  return done && done.round === last?.round ? done.checked : null;
}
