import pg from 'pg';
import { Backstop, wrap } from '../sdk/dist/esm/index.js';
import { wrapSettings } from '../sdk/dist/esm/wrapping/options.js';
import { registerTargets } from './organizations.mjs';
import { setStage } from './stage.mjs';

/**
 * 200 INSERTs at once, bare and through `wrap()`, and the questions to the service alone that the wrapped ones ask; in
 * turns. Only the ratio means anything: what is left of the wrapped ones without the questions, in bare ones. After them
 * come 1 000 UPDATEs through one pool.
 */
const AT_ONCE = Number(process.env.BENCH_AT_ONCE ?? 200);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const GOAL = 3;
const [UPDATES, FEW, UPDATE_ROUNDS, UPDATES_GOAL] = [1_000, 64, 3, 1.5];
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const stage = await setStage();
try {
  const [{ authorization }] = await registerTargets(stage.service, 1, 1);
  const apiKey = authorization.replace('Bearer ', '');
  const backstop = new Backstop({ baseUrl: stage.service.url, apiKey, outbox: false });
  const session = await backstop.createSession({ agentId: 'bench', intent: 'insert rows' });
  const open = () => new pg.Pool({ connectionString: stage.superuserUrl, max: 10 });
  const [bare, own] = [open(), open()];
  await bare.query('CREATE TABLE inserted (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)');
  const wrapped = wrap(own, session, { connector: 'postgres' });
  const gate = session.gate(wrapSettings({ connector: 'postgres' }, ['rows.insert']));
  const payload = { table: 'inserted', columns: ['name'], rows: [['x']] };
  const call = { apiName: 'postgres.rows.insert', operationType: 'CREATE', payload };
  const question = async () => {
    const captured = gate.needsPrecapture(call.apiName) ? await gate.precapture(call) : null;
    const { actionId } = await gate.ask(call, captured);
    await gate.confirm(actionId, { status: 'SUCCESS', response: { rowCount: 1 }, payload });
  };
  const insert = (pool) => pool.query('INSERT INTO inserted (name) VALUES ($1)', ['x']);
  const runs = { bare: () => insert(bare), questions: question, wrapped: () => insert(wrapped) };
  const time = async (run) => {
    const begin = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, run));
    return performance.now() - begin;
  };
  for (const run of Object.values(runs)) await time(run);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = {};
    for (const [name, run] of Object.entries(runs)) result[name] = await time(run);
    rounds.push({ ...result, ratio: (result.wrapped - result.questions) / result.bare });
  }
  const of = (name, digits) => median(rounds.map((round) => round[name])).toFixed(digits);
  console.log(`| ${AT_ONCE} INSERTs at once | bare ms | questions alone ms | wrapped ms | ratio | goal at most |`);
  console.log('| --- | --- | --- | --- | --- | --- |');
  console.log(`| | ${of('bare', 0)} | ${of('questions', 0)} | ${of('wrapped', 0)} | ${of('ratio', 2)} | ${GOAL} |`);
  await printUpdates(bare, wrapped);
  await Promise.all([bare.end(), wrapped.end()]);
} finally {
  await stage.clear();
}

/**
 * Updates through one wrapped pool: all at once, beside as many with a few under way at any time. Each ends, and those of
 * one client end in the order in which they were made; otherwise it throws.
 */
async function printUpdates(bare, wrapped) {
  await bare.query('CREATE TABLE updated (id int PRIMARY KEY, name text)');
  await bare.query(`INSERT INTO updated SELECT id, 'before' FROM generate_series(1, ${UPDATES}) AS id`);
  const ids = Array.from({ length: UPDATES }, (_, at) => at + 1);
  const update = (on, id, name) => on.query('UPDATE updated SET name = $1 WHERE id = $2', [name, id]);
  const atMost = async (most, name) => {
    const begin = performance.now();
    const left = [...ids];
    const work = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await update(wrapped, id, name);
    };
    await Promise.all(Array.from({ length: most }, work));
    const { rows } = await bare.query('SELECT count(*)::int AS done FROM updated WHERE name = $1', [name]);
    if (rows[0].done !== UPDATES) throw new Error(`${rows[0].done} of ${UPDATES} updates took effect.`);
    return performance.now() - begin;
  };
  const rounds = [];
  for (let round = 0; round < UPDATE_ROUNDS; round += 1) {
    const [few, all] = [await atMost(FEW, `few ${round}`), await atMost(UPDATES, `all ${round}`)];
    rounds.push({ few, all, ratio: all / few });
  }
  const client = await wrapped.connect();
  const ended = [];
  await Promise.all(ids.map((id) => update(client, id, 'in order').then(() => ended.push(id))));
  client.release();
  if (ended.some((id, at) => id !== at + 1)) throw new Error('Updates of one client ended in another order.');
  const of = (name, digits) => median(rounds.map((round) => round[name])).toFixed(digits);
  console.log(
    `\n| ${UPDATES} UPDATEs through one wrapped pool | ${FEW} under way ms | all at once ms | ratio | goal at most |`,
  );
  console.log('| --- | --- | --- | --- | --- |');
  console.log(`| | ${of('few', 0)} | ${of('all', 0)} | ${of('ratio', 2)} | ${UPDATES_GOAL} |`);
}
