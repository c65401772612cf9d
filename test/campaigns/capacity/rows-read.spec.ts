import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../../support/campaign-size.js';
import { type Caller, newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { call, gated, logged } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase, withoutAutovacuum } from '../../support/own-database.js';

/** The calls of each kind that are measured, and those that come between two measurements. */
const MEASURED = 20;
const BETWEEN = sized({ short: 60, full: 300 });
/** A backend that has nothing to do reports what it read after ten seconds. */
const REPORTED_AFTER_MS = 12_000;
/** Jobs beside the calls read more in one measurement than in the other. */
const SLACK = 10 * MEASURED;

let database: OwnDatabase;
let organization: Organization;
beforeAll(async () => {
  database = await newOwnDatabase(1);
  await withoutAutovacuum(database.superuser);
  const [service] = database.services;
  if (!service) throw new Error('no service');
  organization = await newOrganization(service);
  for (const policy of POLICIES) expect((await organization.operator.post('/policies', policy)).status).toBe(201);
});
afterAll(() => database.drop());

const LIMIT = { window: { sum: 'payload.id' }, per: 'organization', seconds: 3_600, operator: 'gt', value: 1e15 };
const POLICIES = [
  { apiNamePattern: 'files.*', action: 'BLOCK' },
  { apiNamePattern: 'mail.*', action: 'REQUIRE_APPROVAL' },
  { apiNamePattern: 'pay.*', action: 'BLOCK', condition: LIMIT },
  { apiNamePattern: 'pay.*', action: 'BLOCK', condition: { ...LIMIT, per: 'agent', window: { count: true } } },
  {
    apiNamePattern: 'chat.*',
    action: 'BLOCK',
    condition: { field: 'session.did', operator: 'glob', value: 'files.*' },
  },
  { apiNamePattern: 'crm.*', action: 'BLOCK', condition: { field: 'driftScore', operator: 'gt', value: 0.99999 } },
];

interface On extends Organization {
  readonly session: string;
}

const actions = ({ session }: On) => `/sessions/${session}/actions`;
const done = async (caller: Caller, on: On, id: string, status = 'SUCCESS') =>
  expect((await caller.patch(`${actions(on)}/${id}`, { status })).status).toBe(200);
const asked = async (on: On, apiName: string, more: object = {}) => logged(on.agent, on.session, { apiName, ...more });

const KINDS: Readonly<Record<string, (on: On) => Promise<void>>> = {
  'a call and its outcome': async (on) => done(on.agent, on, await asked(on, 'wiki.pages.update')),
  'a call under windows, which fails': async (on) =>
    done(on.agent, on, await asked(on, 'pay.charges.create'), 'FAILED'),
  'a call under windows': async (on) => done(on.agent, on, await asked(on, 'pay.charges.create')),
  'a call that a sequence looks at': async (on) => done(on.agent, on, await asked(on, 'chat.messages.post')),
  'a call whose drift a policy reads': async (on) => done(on.agent, on, await asked(on, 'crm.customer.update')),
  'a blocked call': async (on) => {
    expect((await on.agent.post(actions(on), call({ apiName: 'files.remove' }))).status).toBe(403);
  },
  'a capture and its call': async (on) => {
    const { apiName, payload } = call({ apiName: 'wiki.pages.delete' });
    const captured = await on.agent.post(`${actions(on)}/precapture`, { apiName, payload }, unique('key'));
    const { precaptureId } = captured.body.data;
    await done(on.agent, on, await asked(on, apiName, { precaptureId }));
  },
  'an approved call': async (on) => {
    const { actionId, approvalId } = await gated(on.agent, on.session, { apiName: 'mail.messages.send' });
    expect((await on.operator.post(`/approvals/${approvalId}/approve`)).status).toBe(200);
    await done(on.agent, on, actionId);
  },
  'a withdrawn call': async (on) => {
    const { approvalId } = await gated(on.agent, on.session, { apiName: 'mail.messages.send' });
    expect((await on.agent.post(`/approvals/${approvalId}/withdraw`)).status).toBe(200);
  },
  'a repeated key': async (on) => {
    const key = unique('key');
    const body = call({ apiName: 'wiki.pages.create' });
    const [first, again] = [await on.agent.post(actions(on), body, key), await on.agent.post(actions(on), body, key)];
    expect([first.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    await done(on.agent, on, first.body.data.id);
  },
  'a session and its completion': async (on) => {
    const session = await newSession(on.agent);
    expect((await on.agent.patch(`/sessions/${session}`, { status: 'COMPLETED' })).status).toBe(200);
  },
};

/** Counts the rows that were read in each table since the database was made. */
async function rowsRead(): Promise<ReadonlyMap<string, number>> {
  await sleep(REPORTED_AFTER_MS);
  const { rows } = await database.superuser.query(
    'SELECT relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

describe('the rows that a service reads', () => {
  it(`are as many for a call after ${BETWEEN} others of each kind as before them, in each table`, async () => {
    const sessions = new Map<string, string>();
    for (const kind of Object.keys(KINDS)) sessions.set(kind, await newSession(organization.agent, 'the-agent'));
    const make = async (times: number) => {
      for (const [kind, one] of Object.entries(KINDS))
        for (let turn = 0; turn < times; turn++) await one({ ...organization, session: sessions.get(kind) ?? '' });
    };
    const measured = async () => {
      const before = await rowsRead();
      await make(MEASURED);
      const after = await rowsRead();
      return new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? 0)]));
    };
    await make(BETWEEN / 10);
    await database.superuser.query('ANALYZE');
    const few = await measured();
    await make(BETWEEN);
    await database.superuser.query('ANALYZE');
    const many = await measured();
    const grown = [...many].filter(([name, read]) => read > 1.5 * (few.get(name) ?? 0) + SLACK);
    expect(Object.fromEntries(grown.map(([name, read]) => [name, `${few.get(name)} → ${read}`]))).toEqual({});
    expect(few.get('actions')).toBeGreaterThan(MEASURED);
  });
});
