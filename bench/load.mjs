import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/** About 700 bytes once it is a row. */
const ASK = JSON.stringify({
  apiName: 'stripe.charges.create',
  operationType: 'CREATE',
  payload: {
    amount: 4_200,
    currency: 'eur',
    customer: 'cus_9s6XKzkNRiz8i3',
    description: 'Invoice 2024-1187 for the services of the month of November, as agreed',
    metadata: { invoice: '2024-1187', orderedBy: 'procurement', costCentre: '4711', note: 'x'.repeat(240) },
    shipping: { name: 'Jenny Rosen', address: { line1: '510 Townsend St', city: 'San Francisco', country: 'US' } },
  },
});
const CONFIRMATION = JSON.stringify({ status: 'SUCCESS', response: { id: 'ch_3MmlLrLkdIwHu7ix', captured: true } });

/**
 * One cell: asks, or asks and their confirmations, from `connections` connections for `seconds`, or until there are `amount`
 * requests, over the targets in turn. Answers in the first `skipped` seconds are not counted: the slower the answers, the
 * more of them are missing at the beginning. `perSecond`: so many in all, not as many as it can.
 * @returns calls and calls per second (a pair is one), the median and 99th percentile of a request in ms, and failures
 */
export async function load({ url, targets, connections, seconds, amount, pairs, perSecond, skipped = 0 }) {
  let turn = 0;
  const send = (method, { path, authorization }, body) => ({
    method,
    path,
    headers: { 'content-type': 'application/json', authorization, 'idempotency-key': randomUUID() },
    body,
  });
  const ask = {
    setupRequest: (defaults, context) => {
      context.target = targets[turn++ % targets.length];
      return { ...defaults, ...send('POST', context.target, ASK) };
    },
  };
  if (pairs) {
    ask.onResponse = (_status, body, context) => {
      context.id = /"id":"?([\w-]+)/.exec(body)?.[1];
    };
  }
  const confirm = {
    setupRequest: (defaults, { target, id }) => ({
      ...defaults,
      ...send('PATCH', { ...target, path: `${target.path}/${id}` }, CONFIRMATION),
    }),
  };
  const latencies = [];
  const failures = [];
  const length = amount ? { amount } : { duration: seconds, sampleInt: 50 };
  const rate = perSecond && { overallRate: perSecond };
  const run = autocannon({ url, connections, ...length, ...rate, requests: pairs ? [ask, confirm] : [ask] });
  const begin = performance.now();
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (performance.now() - begin >= skipped * 1_000) latencies.push(milliseconds);
    if (status < 200 || status > 299) failures.push(status);
  });
  run.on('reqError', (error) => failures.push(error.message));
  const { timeouts } = await run;
  const elapsed = (performance.now() - begin) / 1_000 - skipped;
  latencies.sort((a, b) => a - b);
  if (timeouts > 0) failures.push(`${timeouts} timeouts`);
  const calls = latencies.length / (pairs ? 2 : 1);
  return {
    calls,
    perSecond: calls / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    failures,
  };
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
