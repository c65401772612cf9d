import pg from 'pg';
import { Backstop, wrap } from '../sdk/dist/esm/index.js';
import { wrapSettings } from '../sdk/dist/esm/wrapping/options.js';
import { registerTargets } from './organizations.mjs';
import { setStage } from './stage.mjs';

/**
 * 200 INSERTs at once, bare and through `wrap()`, and the questions to the service alone that the wrapped ones ask; in
 * turns. Only the ratio means anything: what is left of the wrapped ones without the questions, in bare ones.
 */
const AT_ONCE = Number(process.env.BENCH_AT_ONCE ?? 200);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const GOAL = 3;
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
  await Promise.all([bare.end(), wrapped.end()]);
} finally {
  await stage.clear();
}
