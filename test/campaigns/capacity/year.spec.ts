import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fill, vacuum } from '../../../bench/growth/fill.mjs';
import { callerOf } from '../../../bench/growth/side.mjs';
import { makeTemplates } from '../../../bench/growth/templates.mjs';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

/** One call in a thousand of a year with 1 000 calls a minute. */
const YEAR = 525_600;
const TURNS = 40;
/** A backend that has nothing to do reports what it read after ten seconds. */
const REPORTED_AFTER_MS = 12_000;
const CALL = { apiName: 'crm.customer.update', operationType: 'UPDATE', payload: { id: 7, name: 'Jenny Rosen' } };

interface On {
  readonly agent: ReturnType<typeof callerOf>;
  readonly operator: ReturnType<typeof callerOf>;
}

interface Part {
  /** The most rows of one table that one turn may read. */
  readonly most: number;
  turn(on: On): Promise<void>;
}

const newSession = async ({ agent }: On) =>
  (await agent.post('/sessions', { agentId: 'agent-3', intent: 'keep the customers up to date' })).id;

const PARTS: Readonly<Record<string, Part>> = {
  'the hot path': {
    most: 100,
    turn: async (on) => {
      const id = await newSession(on);
      const actions = `/sessions/${id}/actions`;
      const { apiName, payload } = CALL;
      const { precaptureId } = await on.agent.post(`${actions}/precapture`, { apiName, payload });
      const asked = await on.agent.post(actions, { ...CALL, precaptureId }, randomUUID());
      await on.agent.patch(`${actions}/${asked.id}`, { status: 'SUCCESS', response: { id: 7 } });
      await on.agent.get(`/sessions/${id}`);
    },
  },
  // Four pages of fifty, with their calls and sessions, and one card.
  'the inbox': {
    most: 1_500,
    turn: async (on) => {
      const waits = await on.agent.post(`/sessions/${await newSession(on)}/actions`, {
        ...CALL,
        status: 'PENDING_APPROVAL',
      });
      for (const query of ['status=PENDING', 'status=DECIDED', 'agentId=agent-3', 'connector=crm'])
        await on.operator.get(`/approvals?limit=50&${query}`);
      await on.operator.get(`/approvals/${waits.approval.id}`);
      await on.operator.post(`/approvals/${waits.approval.id}/approve`);
      await on.operator.get('/attention');
    },
  },
};

let database: OwnDatabase;
beforeAll(async () => {
  database = await newOwnDatabase(1);
});
afterAll(() => database.drop());

/** Counts the rows of each table that were read since the database was made. */
async function rowsRead(): Promise<ReadonlyMap<string, number>> {
  await sleep(REPORTED_AFTER_MS);
  const { rows } = await database.superuser.query(
    'SELECT relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

it('After a year of calls, of which one in a thousand is there, the hot path and the inbox read no long part of a table', async () => {
  const [service] = database.services;
  if (!service) throw new Error('no service');
  const { account, templates } = await makeTemplates(service, database.ownerUrl);
  const on = { agent: callerOf(service.url, account.key), operator: callerOf(service.url, account.token) };
  await fill(database.ownerUrl, { organization: account.organization, templates, actions: YEAR, say: () => undefined });
  await vacuum(database.ownerUrl);
  const { rows } = await database.superuser.query(
    `SELECT (SELECT count(*) FROM actions)::integer AS actions, (SELECT count(*) FROM approvals)::integer AS approvals,
       (SELECT max(created_at) - min(created_at) > interval '360 days' FROM actions) AS spread`,
  );
  expect(rows[0]).toEqual({ actions: expect.any(Number), approvals: expect.any(Number), spread: true });
  expect([rows[0].actions >= YEAR, rows[0].approvals > 20_000]).toEqual([true, true]);

  for (const [name, { most, turn }] of Object.entries(PARTS)) {
    for (let n = 0; n < TURNS / 4; n++) await turn(on);
    const before = await rowsRead();
    for (let n = 0; n < TURNS; n++) await turn(on);
    const after = await rowsRead();
    const each = [...after].map(([table, read]) => [table, (read - (before.get(table) ?? 0)) / TURNS] as const);
    const long = each
      .filter(([, read]) => read > most)
      .map(([table, read]) => `${name} reads ${read} rows of ${table}`);
    expect(long).toEqual([]);
    expect(new Map(each).get('sessions')).toBeGreaterThan(1);
  }
});
