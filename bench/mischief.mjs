import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { load } from './load.mjs';
import { registerTargets } from './organizations.mjs';
import { cpuMsOf, cpuMsOfFamily, rest } from './processor-time.mjs';
import { isAllEvaluated, postmasterOf, setDatabase } from './stage.mjs';

/**
 * Measures the cost for others of requests that no client should send: valid and invalid calls beside each other, while
 * other organizations ask at a steady rate. It shows for each the processor time beyond that of the others' asks alone,
 * and the duration of those asks meanwhile. Reads /proc, so it needs Linux.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const OTHERS = 48;
const OTHERS_RATE = 1_000;
const MISCHIEVOUS = 16;
/** Requests a second in all, of small and of large calls. */
const RATE = 250;
const LARGE_RATE = 50;
const LARGE = 'l'.repeat(200 * 1_024);

const sum = (values) => values.reduce((total, value) => total + value, 0);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const ask = (more = {}) => ({ apiName: 'crm.customer.update', operationType: 'UPDATE', payload: { id: 7, ...more } });
const post = (target, body, key) => ({ method: 'POST', path: target.path, body, key });
const patch = (target, call, body) => ({ method: 'PATCH', path: `${target.path}/${call}`, body });
const large = { text: LARGE };

/** For each: the requests that a prepared organization sends in turn. The first ones are valid. */
const SMALL_CALLS = {
  'new asks': ({ target }) => post(target, ask()),
  'reports of calls that ran': ({ target }) => post(target, { ...ask(), status: 'SUCCESS', response: { id: 7 } }),
  'keys that were used': ({ target, key }) => post(target, ask(), key),
  'keys that were used for another call': ({ target, key }) => post(target, ask({ id: 8 }), key),
  'asks in a closed session': ({ closed }) => post(closed, ask()),
  'outcomes that are known': ({ target, call }) => patch(target, call, { status: 'SUCCESS' }),
  'outcomes that contradict': ({ target, call }) => patch(target, call, { status: 'FAILED' }),
  'outcomes of the calls of others': ({ target, foreign }) => patch(target, foreign, { status: 'SUCCESS' }),
};
const LARGE_CALLS = {
  'new large asks': ({ target }) => post(target, ask(large)),
  'keys of large calls that were used': ({ target, large: { key } }) => post(target, ask(large), key),
  'outcomes of large calls that are known': ({ target, large: { call } }) => patch(target, call, { status: 'SUCCESS' }),
};

async function send(service, { authorization }, { method, path, body, key = randomUUID() }) {
  const headers = { 'content-type': 'application/json', authorization, 'idempotency-key': key };
  const answer = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}

/** A call with its outcome, large and small, and a session that is closed. */
async function prepare(service, target) {
  const confirmed = async (more) => {
    const key = randomUUID();
    const { id: call } = await send(service, target, post(target, ask(more), key));
    await send(service, target, patch(target, call, { status: 'SUCCESS', response: more }));
    return { key, call };
  };
  const session = { agentId: 'closer', intent: 'close the books' };
  const { id } = await send(service, target, { method: 'POST', path: '/sessions', body: session });
  await send(service, target, { method: 'PATCH', path: `/sessions/${id}`, body: { status: 'COMPLETED' } });
  const closed = { ...target, path: `/sessions/${id}/actions` };
  return { target, closed, large: await confirmed(large), ...(await confirmed({})) };
}

/** @returns requests that were answered */
async function misbehave(service, organizations, requestOf, overallRate) {
  let turn = 0;
  let answers = 0;
  const setupRequest = (defaults) => {
    const organization = organizations[turn++ % organizations.length];
    const { method, path, body, key = randomUUID() } = requestOf(organization);
    const { authorization } = organization.target;
    const headers = { 'content-type': 'application/json', authorization, 'idempotency-key': key };
    return { ...defaults, method, path, headers, body: JSON.stringify(body) };
  };
  const run = autocannon({
    url: service.url,
    connections: MISCHIEVOUS,
    duration: SECONDS,
    sampleInt: 50,
    overallRate,
    requests: [{ setupRequest }],
  });
  run.on('response', () => answers++);
  await run;
  return answers;
}

async function measure(stage) {
  const service = await stage.startService();
  const postmaster = await postmasterOf(stage.database.superuserUrl);
  process.stderr.write(`Registering ${OTHERS + MISCHIEVOUS} organizations …\n`);
  const others = await registerTargets(service, OTHERS, 1);
  const organizations = [];
  for (const target of await registerTargets(service, MISCHIEVOUS, 1))
    organizations.push(await prepare(service, target));
  for (const [index, organization] of organizations.entries())
    organization.foreign = organizations[(index + 1) % MISCHIEVOUS].call;
  const kinds = [
    { name: 'nothing', rounds: [] },
    ...Object.entries(SMALL_CALLS).map(([name, requestOf]) => ({ name, requestOf, rate: RATE, rounds: [] })),
    ...Object.entries(LARGE_CALLS).map(([name, requestOf]) => ({ name, requestOf, rate: LARGE_RATE, rounds: [] })),
  ];
  const cpuMs = () => [cpuMsOf(service.pid), cpuMsOfFamily(postmaster)];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, requestOf, rate, rounds } of round % 2 ? kinds : kinds.toReversed()) {
      await rest(
        () => sum(cpuMs()),
        () => isAllEvaluated(stage.database.superuserUrl),
      );
      const before = cpuMs();
      const [answers, { p50, p99, failures }] = await Promise.all([
        requestOf ? misbehave(service, organizations, requestOf, rate) : 0,
        load({ url: service.url, targets: others, connections: OTHERS, seconds: SECONDS, perSecond: OTHERS_RATE }),
      ]);
      if (failures.length > 0) throw new Error(`beside ${name} others met ${failures.slice(0, 5).join(', ')}`);
      rounds.push({ answers, p50, p99, cpu: cpuMs().map((ms, index) => ms - before[index]) });
    }
    // It warms up.
    if (round === 0) for (const { rounds } of kinds) rounds.pop();
    else process.stderr.write(`round ${round} of ${ROUNDS}\n`);
  }
  return kinds;
}

function print([nothing, ...kinds]) {
  console.log(
    `| ${MISCHIEVOUS} organizations send | /s | CPU ms each | ${OTHERS_RATE} asks of others /s: p50 / p99 ms |`,
  );
  console.log('| --- | --- | --- | --- |');
  for (const { name, rounds } of [nothing, ...kinds]) {
    const [p50, p99] = ['p50', 'p99'].map((figure) => median(rounds.map((round) => round[figure])).toFixed(1));
    const answers = median(rounds.map((round) => round.answers));
    const beyond = [0, 1].map((side) =>
      median(rounds.map(({ cpu }, round) => cpu[side] - nothing.rounds[round].cpu[side])),
    );
    const each = answers > 0 ? beyond.map((ms) => (ms / answers).toFixed(2)).join(' + ') : '';
    console.log(`| ${name} | ${(answers / SECONDS).toFixed(0)} | ${each} | ${p50} / ${p99} |`);
  }
}

const stage = await setDatabase();
try {
  print(await measure(stage));
} finally {
  await stage.clear();
}
