import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ConfirmItem, ExpectedWindow, RecordItem } from '../../../src/actions/ledger/items.js';
import {
  CONFIRM,
  CONFIRM_FAST,
  RECORD,
  RECORD_FAST,
  RECORD_WINDOWED,
  type Sent,
  type Statement,
} from '../../../src/actions/ledger/statements.js';
import { newId } from '../../../src/platform/ids.js';
import { newOwnDatabase, type OwnDatabase, withoutAutovacuum } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';

const CALLS = 200;
/**
 * The most rows that a call and its outcome may read in all tables. They look up their own rows, however many others
 * there are.
 */
const MOST_ROWS = 50;

const ORGANIZATION = randomUUID();
const STRANGER = randomUUID();
const SESSION = randomUUID();

let database: OwnDatabase;
let service: pg.Client;
beforeAll(async () => {
  database = await newOwnDatabase();
  const { superuser } = database;
  await withoutAutovacuum(superuser);
  await superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM'), ($2, 'y', 'TEAM')", [
    ORGANIZATION,
    STRANGER,
  ]);
  await superuser.query(
    "INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated) VALUES ($1, $2, 'a', 'b', false)",
    [SESSION, ORGANIZATION],
  );
  await superuser.query('ANALYZE');
  service = new pg.Client({ connectionString: database.serviceUrl });
  await service.connect();
});
afterAll(async () => {
  await service.end();
  await database.drop();
});

const shared = {
  org: ORGANIZATION,
  epoch: 1,
  session: SESSION,
  simulated: null,
  session_status: 'ACTIVE',
  rolled: false,
} as const;

const asked = (session: string = SESSION, org: string = ORGANIZATION): RecordItem => ({
  ...shared,
  org,
  session,
  takes_effect: false,
  counts: { org, session, cleared: 1, possibleEffects: 1, logged: 1, active: true },
  note: { org, simulated: false, became: 'CLEARED' },
  fits: false,
  fingerprints: null,
  grant_id: null,
  tool_call_id: null,
  traceparent: null,
  performed: false,
  quota: 1_000_000,
  cost: 1,
  id: newId(),
  api_name: 'crm.customer.update',
  operation_type: 'UPDATE',
  payload: { id: 7 },
  payload_hash: 'hash',
  response: undefined,
  status: 'CLEARED',
  violation: null,
  refusal: null,
  decision: 'ALLOW',
  policy_ids: [],
  policy_reason: null,
  shadow: null,
  precapture: null,
  idempotency_key: newId(),
  request_hash: 'hash',
  approval: null,
  traits: [],
});

const confirmed = ({ id }: RecordItem): ConfirmItem => ({
  ...shared,
  takes_effect: true,
  counts: {
    org: ORGANIZATION,
    session: SESSION,
    cleared: -1,
    success: 1,
    possibleEffects: -1,
    effects: 1,
    active: true,
  },
  note: { org: ORGANIZATION, simulated: false, was: 'CLEARED', became: 'SUCCESS' },
  action: id,
  was: 'CLEARED',
  is_read: false,
  was_violation: null,
  was_hash: null,
  edited: false,
  lapsed: false,
  status: 'SUCCESS',
  violation: null,
  response: { id: 7 },
});

interface Sending<I, Returned> {
  readonly sent: readonly Sent<I>[];
  readonly returned: Returned;
}

async function returned<I, Answer, Returned>(
  { name, casts, textOf, values }: Statement<I, Answer, Returned>,
  items: readonly I[],
): Promise<Sending<I, Returned>> {
  const sent = items.map((item) => ({ item, text: textOf(item) }));
  const parameters = casts.map((type, index) => `$${index + 1}::${type}`);
  const { rows } = await service.query(`SELECT ${name}(${parameters}) AS answer`, values(sent));
  return { sent, returned: rows[0].answer };
}

async function answered<I, Answer, Returned>(
  statement: Statement<I, Answer, Returned>,
  item: I,
): Promise<Answer | undefined> {
  const { sent, returned: answer } = await returned(statement, [item]);
  return statement.answers(answer, sent)[0];
}

async function written<I, Answer extends { written: boolean }, Returned>(
  statement: Statement<I, Answer, Returned>,
  item: I,
): Promise<void> {
  expect(await answered(statement, item)).toMatchObject({ written: true });
}

const WINDOW: ExpectedWindow = {
  id: randomUUID(),
  policyId: randomUUID(),
  seconds: 60,
  amount: '1',
  operator: 'gt',
  value: 1_000_000,
  isTested: true,
  expected: false,
  blocks: true,
};

const PAIRS = [
  ['the short ones', RECORD_FAST, CONFIRM_FAST, {}],
  ['the general ones', RECORD, CONFIRM, {}],
  ['those under a window', RECORD_WINDOWED, CONFIRM, { windows: [WINDOW] }],
] as const;

/** Counts the rows that this connection has read in all tables and not yet reported to the statistics. */
async function rowsRead(): Promise<number> {
  const { rows } = await service.query(
    'SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables',
  );
  return rows[0].read;
}

const underWindow = (): RecordItem => ({ ...asked(), windows: [WINDOW] });

/** Runs the statements in a transaction that leaves nothing behind. */
async function takenBack(run: () => Promise<void>): Promise<void> {
  await service.query('BEGIN');
  try {
    await run();
  } finally {
    await service.query('ROLLBACK');
  }
}

describe('the statements of the ledger, planned while the tables were nearly empty', () => {
  it.each(PAIRS)('read no row of another call: %s', async (_, record, confirm, windows) => {
    await takenBack(async () => {
      const before = await rowsRead();
      for (let call = 0; call < CALLS; call++) {
        const item = { ...asked(), ...windows };
        await written(record as typeof RECORD, item);
        await written(confirm as typeof CONFIRM, confirmed(item));
      }
      expect((await rowsRead()) - before).toBeLessThan(MOST_ROWS * CALLS);
    });
  });

  it('read none of the calls that stay in a window when others leave it', async () => {
    await takenBack(async () => {
      for (let call = 0; call < CALLS; call++) await written(RECORD_WINDOWED, underWindow());
      await service.query(
        `UPDATE policy_window_calls SET at = at - interval '1 hour'
         WHERE action_id IN (SELECT action_id FROM policy_window_calls ORDER BY at LIMIT 3)`,
      );
      const before = await rowsRead();
      await written(RECORD_WINDOWED, underWindow());
      expect((await rowsRead()) - before).toBeLessThan(MOST_ROWS);
      const { rows } = await service.query(
        `SELECT total::integer, (SELECT count(*)::integer FROM policy_window_calls) AS calls FROM policy_windows`,
      );
      expect(rows).toEqual([{ total: CALLS - 2, calls: CALLS - 2 }]);
    });
  });

  it('read none of the calls that failed, or have waited, since before the window began', async () => {
    await takenBack(async () => {
      for (let call = 0; call < CALLS; call++) await written(RECORD_WINDOWED, underWindow());
      await service.query(
        `UPDATE policy_window_calls c SET counts = false, waits = o.ord % 2 = 0, at = at - interval '1 hour'
         FROM (SELECT action_id, row_number() OVER () AS ord FROM policy_window_calls) o WHERE o.action_id = c.action_id`,
      );
      await written(RECORD_WINDOWED, underWindow());
      const before = await rowsRead();
      await written(RECORD_WINDOWED, underWindow());
      expect((await rowsRead()) - before).toBeLessThan(MOST_ROWS);
      const { rows } = await service.query(
        'SELECT waits, count(*)::integer FROM policy_window_calls GROUP BY 1 ORDER BY 1',
      );
      expect(rows).toEqual([
        { waits: false, count: 2 },
        { waits: true, count: CALLS / 2 },
      ]);
    });
  });
});

describe("the ledger's answers, for which all calls of a batch wait", () => {
  const [small, large] = ['p'.repeat(100), 'p'.repeat(100_000)];

  it.each(PAIRS)('hold a small call and no large one: %s', async (_, record, confirm, windows) => {
    const [ask, outcome] = [record as typeof RECORD, confirm as typeof CONFIRM];
    for (const [pad, action, isLarge] of [
      [small, { payload: { pad: small } }, false],
      [large, null, true],
    ] as const) {
      const item = { ...asked(), ...windows, payload: { pad } };
      await written(ask, item);
      const again = await answered(ask, { ...item, id: newId() });
      expect([again?.written, again?.prior]).toMatchObject([false, { id: item.id, action }]);
      const confirmation = { ...confirmed(item), response: { pad } };
      expect(await answered(outcome, confirmation)).toMatchObject({ written: true, action, isLarge });
      expect(await answered(outcome, confirmation)).toMatchObject({ written: false, action, isLarge });
    }
  });

  it.each(PAIRS)('hold no call of another organization: %s', async (_, record, confirm, windows) => {
    const strange = { org: STRANGER, session: randomUUID() };
    const item = { ...asked(), ...windows };
    await written(record as typeof RECORD, item);
    const ask = await answered(record as typeof RECORD, { ...item, ...strange });
    expect(ask).toMatchObject({ written: false, sessionStatus: null, prior: null });
    const outcome = await answered(confirm as typeof CONFIRM, { ...confirmed(item), ...strange });
    expect(outcome).toMatchObject({ written: false, sessionStatus: null, action: null });
    expect(outcome?.isLarge).not.toBe(true);
  });
});

describe('the statements of the ledger, with any statistics of the table,', () => {
  /** Makes two sorted sessions whose organizations sort the other way round, so that their indexes do, too. */
  async function sessionsOfTwo(): Promise<{ id: string; org: string }[]> {
    const [last, first] = [randomUUID(), randomUUID()].sort();
    const made = Array.from({ length: 8 }, (_, index) => ({ id: newId(), org: (index % 2 ? first : last) ?? '' }));
    const { superuser } = database;
    await superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM'), ($2, 'y', 'TEAM')", [
      first,
      last,
    ]);
    await superuser.query(
      `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated)
       SELECT id, org, 'a', 'b', false FROM unnest($1::uuid[], $2::uuid[]) AS s(id, org)`,
      [made.map(({ id }) => id), made.map(({ org }) => org)],
    );
    return made.sort((one, two) => one.id.localeCompare(two.id));
  }

  it('answer separately only the calls of an organization one of whose calls is invalid', async () => {
    const sessions = await sessionsOfTwo();
    const [{ org: theirs, id: session }] = sessions as [{ org: string; id: string }];
    const mine = sessions.find(({ org }) => org !== theirs)?.org ?? '';
    const strange = asked(session, mine);
    const items = [strange, ...sessions.map(({ id, org }) => asked(id, org)), asked(session, theirs)];
    const { sent, returned: answer } = await returned(RECORD_FAST, items);
    expect(answer.answers?.map((one) => one === null)).toEqual(items.map(({ org }) => org === theirs));
    const found = RECORD_FAST.answers(answer, sent);
    expect(found.map(({ written: is }) => is)).toEqual(items.map((item) => item !== strange));
    expect(found.slice(1).map(({ sequence }) => sequence)).toEqual([...sessions.map(() => 1), 2]);
    const { rows } = await database.superuser.query(
      'SELECT id, sequence FROM actions WHERE session_id = ANY ($1) ORDER BY sequence, session_id',
      [sessions.map(({ id }) => id)],
    );
    expect(rows).toEqual(items.slice(1).map(({ id }, index) => ({ id, sequence: found[index + 1]?.sequence })));
  });

  it.each([
    ['before anything is', 'SELECT 1'],
    ['after few rows were counted', 'ANALYZE sessions'],
    [
      'after many were',
      `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated)
       SELECT gen_random_uuid(), o.id, 'a', 'b', false FROM organizations o, generate_series(1, 1000);
       ANALYZE sessions`,
    ],
  ])('lock sessions in the order of their ids: %s', async (_, known) => {
    const sessions = await sessionsOfTwo();
    await database.superuser.query(known);
    const holder = await database.superuser.connect();
    const batch = new pg.Client({ connectionString: database.serviceUrl });
    await batch.connect();
    const { rows: backend } = await batch.query('SELECT pg_backend_pid() AS pid');
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [sessions[4]?.id]);
    const sent = sessions
      .map(({ id, org }) => asked(id, org))
      .map((item) => ({ item, text: RECORD_FAST.textOf(item) }));
    const casts = RECORD_FAST.casts.map((type, index) => `$${index + 1}::${type}`);
    const written = batch.query(`SELECT clear_actions(${casts}) AS answer`, RECORD_FAST.values(sent));
    // Counts the waits of this connection alone: other databases of the server have waits of their own.
    const waits = async () =>
      (
        await database.superuser.query(
          "SELECT count(*)::int FROM pg_locks WHERE NOT granted AND locktype = 'transactionid' AND pid = $1",
          [backend[0].pid],
        )
      ).rows[0].count;
    const waiting = await eventually(waits, (count) => count > 0);
    const { rows: free } = await database.superuser.query(
      'SELECT id FROM sessions WHERE id = ANY ($1) ORDER BY id FOR UPDATE SKIP LOCKED',
      [sessions.map(({ id }) => id)],
    );
    await holder.query('ROLLBACK');
    holder.release();
    const { rows } = await written;
    await batch.end();
    expect(waiting).toBe(1);
    expect(RECORD_FAST.answers(rows[0].answer, sent)).toEqual(
      sent.map(() => expect.objectContaining({ written: true })),
    );
    expect(free.map(({ id }) => id)).toEqual(sessions.slice(5).map(({ id }) => id));
  });
});
