// SPDX-License-Identifier: MIT
// Names the clauses of the documents that a test shows, for tools/traceability, which reads it from
// the text: covers("rws-etg 2.1.1, rws-etg 5.8").
export const covers: (clauses: string) => void = () => {};
