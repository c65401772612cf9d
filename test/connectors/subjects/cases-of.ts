import { CASES, type Cases } from './cases.mjs';

/** @throws Error when the connector has no cases, so that no suite passes over it */
export function casesOf(id: string): Cases {
  const found = CASES[id];
  if (!found) throw new Error(`The connector ${id} has no cases: write test/connectors/subjects/${id}.cases.mjs.`);
  return found;
}
