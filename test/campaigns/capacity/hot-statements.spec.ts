import pg from 'pg';
import { BY_KEY_ALONE } from '../../e2e/project/organization/distribution.js';
import { type Reading, read } from '../../e2e/project/organization/reached-rows.js';
import { type Schema, schemaOf } from '../../e2e/project/organization/relations.js';
import { type LoggedDatabase, newLoggedDatabase } from '../../e2e/project/organization/sent-statements.js';
import { Caller, newOrganization, newSession, unique } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { call, gated, logged } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const GRANT = { apiNamePattern: 'mail.messages.send', maxUses: 5, minutes: 5 };

/** Statements that the jobs send after a call: the test waits for them. */
const JOBS = ['fold_metric_changes', 'INSERT INTO session_intents'];

/** The timing decides which items share a batch. */
const OF_ASKS_AND_CONFIRMATIONS = 'lock_and_read_sessions($3';

let database: LoggedDatabase;
let owner: pg.Client;
let schema: Schema;
let statements: string[];
const services: ServiceProcess[] = [];
beforeAll(async () => {
  database = await newLoggedDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  schema = await schemaOf(owner);
  statements = await statementsOfTheHotPath();
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await owner.end();
  await database.drop();
});

async function start(): Promise<ServiceProcess> {
  const service = await startService({ DATABASE_URL: database.serviceUrl });
  services.push(service);
  return service;
}

/** All that a process sends from its start on, which has nothing in its caches, while agents capture, ask and report. */
async function statementsOfTheHotPath(): Promise<string[]> {
  const before = await start();
  const { agent, operator } = await newOrganization(before);
  for (const [apiNamePattern, action] of [
    ['files.*', 'BLOCK'],
    ['mail.*', 'REQUIRE_APPROVAL'],
  ])
    expect((await operator.post('/policies', { apiNamePattern, action })).status).toBe(201);
  const drift = { field: 'driftScore', operator: 'gt', value: 0.99 };
  const drifting = { apiNamePattern: 'crm.*', action: 'BLOCK', condition: drift };
  expect((await operator.post('/policies', drifting)).status).toBe(201);
  const url = 'https://hooks.example.com/x';
  const hook = { url, events: ['action.blocked', 'approval.requested'] };
  expect((await operator.post('/settings/webhooks', hook)).status).toBe(201);
  const session = await newSession(agent);
  const { approvalId } = await gated(agent, session, { apiName: 'mail.messages.send' });
  const approved = await operator.post(`/approvals/${approvalId}/approve`, { grant: GRANT });
  expect(approved.status).toBe(200);
  const { body } = await agent.post('/auth/token', { apiKey: agent.credential });
  await before.stop();

  const mark = database.mark();
  const service = await start();
  for (const caller of [agent, new Caller(service, body.data.token), operator])
    await useTheHotPath(caller.at(service), session);
  const shared = async () => {
    await useAtOnce(agent.at(service), session);
    return database.sentSince(mark).join();
  };
  await eventually(shared, (texts) => texts.includes(OF_ASKS_AND_CONFIRMATIONS));
  const sent = await eventually(
    async () => database.sentSince(mark).join(),
    (texts) => JOBS.every((job) => texts.includes(job)),
  );
  for (const job of JOBS) expect(sent).toContain(job);
  await service.stop();
  return database.sentSince(mark);
}

async function useTheHotPath(caller: Caller, session: string): Promise<void> {
  const actions = `/sessions/${session}/actions`;
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  const { apiName, payload } = call();
  const captured = await caller.post(`${actions}/precapture`, { apiName, payload }, unique('key'));
  expect(captured.status).toBe(200);
  const key = unique('key');
  const asked = call({ precaptureId: captured.body.data.precaptureId });
  expect(await status(caller.post(actions, asked, key))).toBe(201);
  expect(await status(caller.post(actions, asked, key))).toBe(201);
  expect(await status(caller.post(actions, call({ status: 'SUCCESS', response: { id: 7 } })))).toBe(201);
  expect(await status(caller.post(actions, call({ apiName: 'files.remove' })))).toBe(403);
  expect(await status(caller.post(actions, call({ apiName: 'mail.messages.send' })))).toBe(201);
  await gated(caller, session);
  const confirmed = await logged(caller, session);
  for (const said of ['SUCCESS', 'SUCCESS'])
    expect(await status(caller.patch(`${actions}/${confirmed}`, { status: said }))).toBe(200);
  await useAtOnce(caller, session);
  const unknown = await logged(caller, session);
  for (const said of ['UNKNOWN', 'FAILED'])
    expect(await status(caller.patch(`${actions}/${unknown}`, { status: said }))).toBe(200);
}

/** Each caller asks and confirms in turn, and none waits for another: soon some ask while some confirm. */
async function useAtOnce(caller: Caller, session: string): Promise<void> {
  const turns = async () => {
    for (let turn = 0; turn < 4; turn++) {
      const id = await logged(caller, session, { apiName: 'wiki.pages.update' });
      await caller.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' });
    }
  };
  await Promise.all(Array.from({ length: 20 }, turns));
}

/** Past row-level security, before the organization is known: they answer with identifiers only. */
const LOOKUPS = [
  // The hot path reads the owner of an API key.
  'organization_of_api_key',
  'organization_of_personal_token',
  // The jobs that run beside it read what is due in any organization.
  'deleted_organizations',
  'due_approvals',
  'due_calls',
  'due_deliveries',
  'due_mails',
  'due_reset_requests',
  'due_rollbacks',
  'due_sign_in_tries',
  'idle_sessions',
  'old_deliveries',
  'old_idempotency_keys',
  'organizations_behind',
  'overdue_calls',
  'sessions_waiting_while_paused',
  'unbound_snapshots',
  'unevaluated_sessions',
  'unfolded_organizations',
];

const placesOf = ({ reached }: Reading, carries: boolean) => [
  ...new Set(
    reached
      .filter((one) => one.carries === carries)
      .map(({ routine, statement, verb, relation }) => `${routine ?? statement}: ${verb} ${relation}`),
  ),
];

describe('the statements that a process sends while agents capture, ask, report and confirm', () => {
  it('are those of single calls and of calls in one batch', () => {
    const alone = ['clear_actions($2', 'confirm_cleared($2', 'record_actions($2', 'confirm_actions($2'];
    const names = [...alone, OF_ASKS_AND_CONFIRMATIONS];
    expect(names.filter((name) => !statements.some((text) => text.includes(name)))).toEqual([]);
  });

  it('carry the organization to every row that belongs to one, also in the functions, triggers and views they use', async () => {
    const reading = await read(statements, schema);
    expect(placesOf(reading, false).sort()).toEqual(Object.keys(BY_KEY_ALONE));
    const written = placesOf(reading, true).map((place) => place.split(': ').at(-1));
    const hot = ['INSERT actions', 'INSERT approvals', 'INSERT snapshots', 'UPDATE usage_months', 'SELECT api_keys'];
    expect(written).toEqual(expect.arrayContaining(hot));
    expect([...reading.dynamic]).toEqual([]);
  });

  it('pass row-level security only in look-ups that answer with identifiers', async () => {
    const { lookups } = await read(statements, schema);
    expect(LOOKUPS).toEqual(expect.arrayContaining([...lookups]));
    expect([...lookups]).toContain('organization_of_api_key');
  });
});

const ITEMS = 'json_to_recordset($1) AS i(org uuid, session uuid)';

describe('the reading of a statement', () => {
  const reachesOf = async (text: string) =>
    (await read([text], schema)).reached
      .filter(({ routine }) => routine === null)
      .map(({ verb, relation, carries }) => `${carries ? '' : 'not '}${verb} ${relation}`);

  it.each([
    ['an equality', 'SELECT 1 FROM sessions WHERE id = $1 AND $2 = organization_id', ['SELECT sessions']],
    ['a key alone', 'SELECT 1 FROM sessions WHERE id = $1', ['not SELECT sessions']],
    ['one of two', 'SELECT 1 FROM sessions WHERE organization_id = $1 OR id = $2', ['not SELECT sessions']],
    ['a list', 'SELECT 1 FROM sessions s WHERE s.organization_id = ANY ($1::uuid[])', ['SELECT sessions']],
    ['an inequality', 'SELECT 1 FROM sessions WHERE organization_id > $1', ['not SELECT sessions']],
    ['the organization itself', 'SELECT 1 FROM organizations WHERE id = $1', ['SELECT organizations']],
    [
      'a comparison with itself',
      'SELECT 1 FROM sessions s WHERE organization_id = s.organization_id',
      ['not SELECT sessions'],
    ],
    [
      'a join by the organization',
      'SELECT 1 FROM sessions s JOIN actions a ON a.organization_id = s.organization_id WHERE s.organization_id = $1',
      ['SELECT sessions', 'SELECT actions'],
    ],
    [
      'a join by a key',
      'SELECT 1 FROM sessions s JOIN actions a ON a.session_id = s.id WHERE s.organization_id = $1',
      ['SELECT sessions', 'not SELECT actions'],
    ],
    [
      'an outer join, which does not choose its left side',
      'SELECT 1 FROM sessions s LEFT JOIN actions a ON s.organization_id = $1 AND a.organization_id = $1',
      ['not SELECT sessions', 'SELECT actions'],
    ],
    [
      'a sub-query that looks back',
      `SELECT 1 FROM ${ITEMS} LEFT JOIN LATERAL (SELECT x.* FROM sessions x WHERE x.organization_id = i.org) s ON true`,
      ['SELECT sessions'],
    ],
    [
      'a common table expression that hands the organization on',
      `WITH item AS (SELECT * FROM ${ITEMS}), more AS (SELECT m.* FROM item m)
       UPDATE sessions s SET intent = '' FROM more m WHERE s.organization_id = m.org`,
      ['UPDATE sessions'],
    ],
    ['an insert', 'INSERT INTO sessions (id, organization_id) VALUES ($1, $2)', ['INSERT sessions']],
    ['an insert without it', "INSERT INTO sessions (id, intent) VALUES ($1, 'x')", ['not INSERT sessions']],
    [
      'an insert of what a key found',
      'INSERT INTO metric_changes (organization_id) SELECT organization_id FROM sessions WHERE id = $1',
      ['not SELECT sessions', 'not INSERT metric_changes'],
    ],
    [
      'a condition with a sub-query',
      'DELETE FROM sessions WHERE organization_id = $1 AND NOT EXISTS (SELECT FROM actions a WHERE a.session_id = id)',
      ['DELETE sessions', 'not SELECT actions'],
    ],
  ])('reports %s', async (_, text, found) => {
    expect((await reachesOf(text)).sort()).toEqual([...found].sort());
  });
});

/** The statements of the general forms, which decide a call that is not as nearly all are. */
const GENERAL = /SELECT performed_call\(|UPDATE "?performed_calls"? SET|SELECT held_action\(/;

describe('a performed call of a row', () => {
  it('is begun, noted and ended by one statement each, unless its session is not active', async () => {
    const service = await start();
    const { agent, operator } = await newOrganization(service);
    const customers = await newCustomerDatabase();
    await customers.pool.query('CREATE TABLE notes (id int PRIMARY KEY, text text); INSERT INTO notes VALUES (1)');
    const offer = { values: { connectionString: customers.url }, agentOperations: ['postgres.*'] };
    expect((await operator.put('/settings/credentials/postgres', offer)).status).toBe(200);
    const session = await newSession(agent);
    const payload = { table: 'notes', match: { id: 1 }, values: { text: 'after' } };
    const change = async () => {
      const asked = { apiName: 'postgres.rows.update', payload, perform: true };
      const mark = database.mark();
      const { body } = await agent.post(`/sessions/${session}/actions`, asked);
      expect(body.data.status).toBe('SUCCESS');
      return database.sentSince(mark);
    };
    await change();
    const sent = await change();
    for (const name of ['begin_calls($', 'note_call($1', 'end_call($1'])
      expect([name, sent.filter((text) => text.includes(name)).length]).toEqual([name, 1]);
    expect(sent.filter((text) => GENERAL.test(text))).toEqual([]);
    const superuser = new pg.Client({ connectionString: database.superuserUrl.replace(/\/[^/]*$/, '/backstop') });
    await superuser.connect();
    // The ask makes it active again, so that the job has to find it abandoned while the call is on its way.
    await superuser.query(
      `CREATE FUNCTION abandon() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN UPDATE sessions SET status = 'ABANDONED' WHERE id = NEW.session_id; RETURN NULL; END $$;
       CREATE TRIGGER abandon AFTER INSERT ON performed_calls FOR EACH ROW EXECUTE FUNCTION abandon()`,
    );
    expect((await change()).filter((text) => GENERAL.test(text)).length).toBeGreaterThan(0);
    await superuser.end();
    await customers.drop();
  });
});
