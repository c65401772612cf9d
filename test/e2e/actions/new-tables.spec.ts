import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ConfirmItem, RecordItem } from '../../../src/actions/ledger/items.js';
import { CLEAR, CONFIRM, CONFIRM_CLEARED, RECORD, type Statement } from '../../../src/actions/ledger/statements.js';
import { newId } from '../../../src/platform/ids.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';

const CALLS = 200;
/** Of all tables, for a call and its outcome. They look up their own rows, whatever else the tables hold. */
const MOST_ROWS = 50;

const ORGANIZATION = randomUUID();
const SESSION = randomUUID();

let database: OwnDatabase;
let service: pg.Client;
beforeAll(async () => {
  database = await newOwnDatabase();
  const { superuser } = database;
  await superuser.query("INSERT INTO organizations (id, name, plan) VALUES ($1, 'x', 'TEAM')", [ORGANIZATION]);
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

const asked = (): RecordItem => ({
  ...shared,
  takes_effect: false,
  counts: { session: SESSION, cleared: 1, possibleEffects: 1, logged: 1, active: true },
  note: { org: ORGANIZATION, simulated: false, became: 'CLEARED' },
  fits: false,
  fingerprints: null,
  grant_id: null,
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
});

const confirmed = ({ id }: RecordItem): ConfirmItem => ({
  ...shared,
  takes_effect: true,
  counts: { session: SESSION, cleared: -1, success: 1, possibleEffects: -1, effects: 1, active: true },
  note: { org: ORGANIZATION, simulated: false, was: 'CLEARED', became: 'SUCCESS' },
  action: id,
  was: 'CLEARED',
  is_read: false,
  was_violation: null,
  was_hash: null,
  edited: false,
  status: 'SUCCESS',
  violation: null,
  response: { id: 7 },
});

async function written<I, Answer extends { written: boolean }, Returned>(
  { name, casts, textOf, values, answers }: Statement<I, Answer, Returned>,
  item: I,
): Promise<void> {
  const sent = [{ item, text: textOf(item) }];
  const parameters = casts.map((type, index) => `$${index + 1}::${type}`);
  const { rows } = await service.query(`SELECT ${name}(${parameters}) AS answer`, values(sent));
  expect(answers(rows[0].answer, sent)).toMatchObject([{ written: true }]);
}

const PAIRS = [
  ['the short ones', CLEAR, CONFIRM_CLEARED],
  ['the general ones', RECORD, CONFIRM],
] as const;

describe('the statements of the ledger, planned while the tables were nearly empty', () => {
  it.each(PAIRS)('read no row of another call: %s', async (_, record, confirm) => {
    await service.query('BEGIN');
    try {
      for (let call = 0; call < CALLS; call++) {
        const item = asked();
        await written(record as typeof RECORD, item);
        await written(confirm as typeof CONFIRM, confirmed(item));
      }
      const { rows } = await service.query(
        'SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables',
      );
      expect(rows[0].read).toBeLessThan(MOST_ROWS * CALLS);
    } finally {
      await service.query('ROLLBACK');
    }
  });
});
