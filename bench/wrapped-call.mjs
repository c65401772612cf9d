import { wrap } from '../sdk/dist/esm/index.js';

const CALLS = 300_000;
const ROUNDS = 9;

/** An object of an agent's own, and a session at a gate that nothing reaches. */
const client = { customers: { get: (id) => id } };
const session = { registry: [], gate: () => ({ needsPrecapture: () => false }) };

/** Microseconds that one call costs which passes: by itself, and through `wrap()` beyond that. */
export function timePassedCall() {
  const wrapped = wrap(client, session, { connector: 'crm', reads: ['customers.get'] });
  const rounds = Array.from({ length: ROUNDS }, () => ({ bare: time(client), wrapped: time(wrapped) }));
  const median = (name) => rounds.map((round) => round[name]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  return { bare: median('bare'), beyond: median('wrapped') - median('bare') };
}

function time(target) {
  const begin = performance.now();
  for (let call = 0; call < CALLS; call += 1) target.customers.get('1');
  return ((performance.now() - begin) * 1000) / CALLS;
}
