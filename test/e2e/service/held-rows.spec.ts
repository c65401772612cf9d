import pg from 'pg';
import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { call, errorOf, expectConsistentAt, logged } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually, patience } from '../../support/patience.mjs';

const MANY = 12;

let own: OwnDatabase;
let held: { agent: Caller; operator: Caller; session: string; action: string };
let neighbour: typeof held;
beforeAll(async () => {
  own = await newOwnDatabase(1);
  const [service] = own.services;
  if (!service) throw new Error('one process');
  const start = async () => {
    const { agent, operator } = await newOrganization(service);
    const session = await newSession(agent);
    return { agent, operator, session, action: await logged(agent, session) };
  };
  [held, neighbour] = [await start(), await start()];
});
afterAll(() => own.drop());

/** While another transaction, such as the beginning of a large rollback, holds the session's row. */
async function whileHeld<T>(session: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: own.superuser.options.connectionString });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [session]);
  try {
    return await work();
  } finally {
    await holder.query('ROLLBACK');
    await holder.end();
  }
}

/** No request may wait for the row: instead of hanging, the test fails with `late`. */
const settled = async (answers: readonly Promise<{ status: number }>[]) => {
  const late = new Promise<'late'>((resolve) => {
    setTimeout(resolve, patience(10_000), 'late').unref();
  });
  return Promise.race([late, Promise.all(answers).then((all) => all.map(({ status }) => status))]);
};

const ask = ({ agent, session }: typeof held) => agent.post(`/sessions/${session}/actions`, call());
const confirm = ({ agent, session, action }: typeof held) =>
  agent.patch(`/sessions/${session}/actions/${action}`, { status: 'SUCCESS' });

describe('while another transaction locks the row of a session', () => {
  it('the calls and outcomes of other organizations are recorded', async () => {
    const [mine, theirs] = await whileHeld(held.session, async () => {
      const waiting = Promise.all([ask(held), confirm(held), ask(held)]);
      const others = [ask(neighbour), confirm(neighbour), ask(neighbour)];
      return [waiting, await settled(others)] as const;
    });
    expect(theirs).toEqual([201, 200, 201]);
    expect((await mine).map(({ status }) => status)).toEqual([201, 200, 201]);
    await expectConsistentAt(own.superuser, [held.session, neighbour.session]);
  });

  it('another session of its organization is recorded in order once the row is free', async () => {
    const other = { ...held, session: await newSession(held.agent) };
    const answers = await whileHeld(held.session, async () => {
      const first = ask(held);
      const blocked = () =>
        own.superuser.query('SELECT 1 FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0');
      expect((await eventually(blocked, ({ rowCount }) => rowCount !== 0)).rowCount).toBeGreaterThan(0);
      return [first, ask(other), ask(other)];
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201]);
    await expectConsistentAt(own.superuser, [held.session, other.session]);
  });

  it('the readers and writers of the session take no more than a share of the connections', async () => {
    const [mine, theirs] = await whileHeld(held.session, async () => {
      const waiting = Promise.all(
        Array.from({ length: MANY }, () => held.agent.patch(`/sessions/${held.session}`, { status: 'COMPLETED' })),
      );
      const readings = Array.from({ length: MANY }, () => neighbour.operator.get(`/sessions/${neighbour.session}`));
      return [waiting, await settled(readings)] as const;
    });
    expect(theirs).toEqual(Array(MANY).fill(200));
    const answers = await mine;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400 && errorOf(answer) === 'session-not-open')).toHaveLength(
      MANY - 1,
    );
  });
});

describe('GET /health/ready', () => {
  const ready = async () => {
    const [service] = own.services;
    const answer = await fetch(`${service?.url}/health/ready`);
    const { error } = (await answer.json()) as { error: { errors: { field: string }[] } | null };
    return `${answer.status} ${error?.errors[0]?.field ?? 'ready'}`;
  };
  const becomes = (expected: string) => eventually(ready, (seen) => seen === expected);

  it('is 503 while another transaction locks a table that the service writes', async () => {
    expect(await ready()).toBe('200 ready');
    const holder = new pg.Client({ connectionString: own.superuser.options.connectionString });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE audit_entries IN SHARE MODE');
    expect(await becomes('503 database')).toBe('503 database');
    await holder.end();
    expect(await becomes('200 ready')).toBe('200 ready');
  });

  it('is 503 while the schema is that of another release, the next one excepted', async () => {
    const raise = (by: number) => own.superuser.query('UPDATE schema_version SET version = version + $1', [by]);
    await raise(1);
    expect(await becomes('200 ready')).toBe('200 ready');
    await raise(1);
    expect(await becomes('503 schema')).toBe('503 schema');
    await raise(-2);
    expect(await becomes('200 ready')).toBe('200 ready');
  });
});
