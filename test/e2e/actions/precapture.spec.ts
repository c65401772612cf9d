import pg from 'pg';
import { newOrganization, newSession, type Organization, serviceB } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { call, errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { newPool } from '../../support/pool.js';

let customers: Awaited<ReturnType<typeof newCustomerDatabase>>;
let world: pg.Pool;
let organization: Organization;
let session: string;

beforeAll(async () => {
  customers = await newCustomerDatabase();
  world = newPool({ connectionString: customers.url, max: 2 });
  await world.query(
    `CREATE TABLE customers (id integer PRIMARY KEY, name text); INSERT INTO customers VALUES (7, 'Ada'), (8, 'Bob')`,
  );
  organization = await newOrganization();
  await organization.operator.put('/settings/credentials/postgres', {
    values: { connectionString: customers.url },
  });
});
beforeEach(async () => {
  session = await newSession(organization.agent);
});
afterAll(async () => {
  await Promise.all([rows.end(), world.end()]);
  await customers.drop();
});

const update = (id: number, name = 'Eve') => ({
  apiName: 'postgres.rows.update',
  payload: { table: 'customers', match: { id }, values: { name } },
});
const precapture = (body: object, caller = organization.agent) =>
  caller.post(`/sessions/${session}/actions/precapture`, body);
const ask = (body: object) =>
  organization.agent.post(`/sessions/${session}/actions`, { operationType: 'UPDATE', ...body });

describe('a precapture', () => {
  it('returns its id and whether it succeeded, and none of the captured values', async () => {
    const answer = await precapture(update(7));
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { precaptureId: expect.any(String), captureFailed: false },
    ]);
  });

  it('shows the captured state only to operators, on the session and on the approval', async () => {
    const { precaptureId } = (await precapture(update(7))).body.data;
    const { approvalId } = await gated(organization.agent, session, { ...update(7), precaptureId });
    const snapshot = {
      precaptureId,
      captureFailed: false,
      reason: null,
      resource: expect.any(Object),
      capturedAt: expect.any(String),
    };
    const { agent, operator } = organization;
    const onSession = async (caller: typeof agent) =>
      (await caller.get(`/sessions/${session}`)).body.data.actions[0].snapshot;
    const onApproval = async (caller: typeof agent) =>
      (await caller.get(`/approvals/${approvalId}`)).body.data.snapshot;
    expect(await onSession(agent)).toEqual(snapshot);
    expect(await onApproval(agent)).toEqual(snapshot);
    for (const look of [onSession, onApproval]) {
      const seen = await look(operator);
      expect(seen).toEqual({ ...snapshot, content: expect.any(Object) });
      expect(JSON.stringify(seen.content)).toContain('Ada');
    }
    const waited = await agent.get(`/approvals/${approvalId}?wait=1`);
    expect(JSON.stringify(waited.body)).not.toContain('Ada');
  });

  it.each([
    ['no connector knows the call', { apiName: 'crm.customer.update', payload: { id: 7 } }],
    ['the payload is not the connector’s', { apiName: 'postgres.rows.update', payload: { sql: 'x' } }],
    [
      'the table is not there',
      { apiName: 'postgres.rows.update', payload: { table: 'no', match: {}, values: { a: 1 } } },
    ],
  ])('fails without refusing when %s', async (_, body) => {
    const { status, body: answer } = await precapture(body);
    expect([status, answer.data]).toEqual([200, { precaptureId: expect.any(String), captureFailed: true }]);
    const { body: asked } = await ask({ ...body, precaptureId: answer.data.precaptureId });
    expect(asked.data.snapshot).toMatchObject({ captureFailed: true, reason: expect.any(String), resource: null });
  });

  it('fails without refusing when no credential is stored, and never reaches out for a test session', async () => {
    const { agent } = await newOrganization();
    const bare = await newSession(agent);
    const unconfigured = await agent.post(`/sessions/${bare}/actions/precapture`, update(7));
    expect(unconfigured.body.data.captureFailed).toBe(true);
    const simulated = await newSession(organization.testAgent);
    const tried = await organization.testAgent.post(`/sessions/${simulated}/actions/precapture`, update(7));
    expect(tried.body.data.captureFailed).toBe(true);
  });

  it('binds the session, apiName and payload once', async () => {
    const { precaptureId } = (await precapture(update(7))).body.data;
    const other = await newSession(organization.agent);
    const elsewhere = await organization.agent.post(`/sessions/${other}/actions`, {
      operationType: 'UPDATE',
      ...update(7),
      precaptureId,
    });
    const refused = [
      elsewhere,
      await ask({ ...update(8), precaptureId }),
      await ask({ ...update(7), apiName: 'postgres.rows.delete', precaptureId }),
      await ask({ ...update(7), precaptureId: other }),
    ];
    expect(refused.map(errorOf)).toEqual(Array(4).fill('precapture-mismatch'));
    const taken = await ask({ ...update(7), precaptureId });
    expect([taken.status, taken.body.data.precaptureId]).toEqual([201, precaptureId]);
    expect(errorOf(await ask({ ...update(7), precaptureId }))).toBe('precapture-mismatch');
    const { actions } = (await organization.agent.get(`/sessions/${session}`)).body.data;
    expect(actions).toHaveLength(1);
  });

  it('goes to one of two requests that use it at the same time', async () => {
    const { precaptureId } = (await precapture(update(7))).body.data;
    const answers = await Promise.all(
      [organization.agent, organization.agent.at(serviceB)].flatMap((caller) =>
        Array.from({ length: 4 }, () =>
          caller.post(`/sessions/${session}/actions`, { operationType: 'UPDATE', ...update(7), precaptureId }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('that does not fit a report is answered 409, and the report is kept', async () => {
    const { precaptureId } = (await precapture(update(8))).body.data;
    const answer = await ask({ ...update(7), precaptureId, status: 'SUCCESS' });
    expect([answer.status, errorOf(answer)]).toEqual([409, 'precapture-mismatch']);
    const { actions } = (await organization.agent.get(`/sessions/${session}`)).body.data;
    expect(actions).toEqual([
      expect.objectContaining({
        id: answer.body.error.actionId,
        status: 'SUCCESS',
        precaptureId: null,
        snapshot: null,
      }),
    ]);
    await expectConsistent(session);
  });

  it('replaces the snapshot of an action once after an approval, while it is cleared, and keeps both', async () => {
    const { agent, operator } = organization;
    const first = (await precapture(update(7))).body.data.precaptureId;
    const { actionId, approvalId } = await gated(agent, session, { ...update(7), precaptureId: first });
    const recapture = (body: object = update(7)) => precapture({ ...body, actionId });
    expect(errorOf(await recapture())).toBe('illegal-transition');
    await world.query(`UPDATE customers SET name = 'Ada Lovelace' WHERE id = 7`);
    await operator.post(`/approvals/${approvalId}/approve`);
    const other = await recapture(update(8));
    expect([other.status, errorOf(other)]).toEqual([409, 'precapture-mismatch']);
    const second = (await recapture()).body.data.precaptureId;
    const shown = async (caller = agent) => (await caller.get(`/sessions/${session}`)).body.data.actions[0];
    const replaced = {
      precaptureId: second,
      snapshot: { precaptureId: second },
      formerSnapshot: { precaptureId: first },
    };
    expect(await shown()).toMatchObject(replaced);
    expect((await shown()).formerSnapshot.content).toBeUndefined();
    for (const seen of [await shown(operator), (await operator.get(`/approvals/${approvalId}`)).body.data]) {
      expect(JSON.stringify(seen.formerSnapshot.content)).not.toContain('Lovelace');
      expect(JSON.stringify(seen.snapshot.content)).toContain('Lovelace');
    }
    const again = await recapture();
    expect([again.status, errorOf(again)]).toEqual([409, 'illegal-transition']);
    await agent.patch(`/sessions/${session}/actions/${actionId}`, { status: 'SUCCESS' });
    expect(errorOf(await recapture())).toBe('illegal-transition');
    expect((await precapture({ ...update(7), actionId: session })).status).toBe(404);
    expect(await shown()).toMatchObject(replaced);
    expect(errorOf(await ask({ ...update(7), precaptureId: second }))).toBe('precapture-mismatch');
    await world.query(`UPDATE customers SET name = 'Ada' WHERE id = 7`);
  });

  it('is judged again with the operations that the call may do as well', async () => {
    const { agent, operator } = organization;
    const condition = { field: 'captureFailed', operator: 'eq', value: true };
    const covered = { apiNamePattern: 'postgres.rows.delete', action: 'BLOCK', condition };
    const { id } = (await operator.post('/policies', covered)).body.data;
    const first = (await precapture(update(7))).body.data.precaptureId;
    const mayDo = ['postgres.rows.delete'];
    const { actionId, approvalId } = await gated(agent, session, { ...update(7), precaptureId: first, mayDo });
    await operator.post(`/approvals/${approvalId}/approve`);
    await world.query('ALTER TABLE customers RENAME TO renamed');
    const failed = await precapture({ ...update(7), actionId });
    await world.query('ALTER TABLE renamed RENAME TO customers');
    expect([failed.status, errorOf(failed)]).toEqual([403, 'policy-blocked']);
    expect((await precapture({ ...update(7), actionId })).status).toBe(200);
    await operator.delete(`/policies/${id}`);
  });

  it('that comes after the call does not become the state to restore', async () => {
    const first = (await precapture(update(7))).body.data.precaptureId;
    const { id } = (await ask({ ...update(7), precaptureId: first })).body.data;
    await world.query(`UPDATE customers SET name = 'Eve' WHERE id = 7`);
    const whitewash = await precapture({ ...update(7), actionId: id });
    expect([whitewash.status, errorOf(whitewash)]).toEqual([409, 'illegal-transition']);
    await organization.agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' });
    await organization.operator.post(`/sessions/${session}/rollback`);
    expect((await world.query('SELECT name FROM customers WHERE id = 7')).rows).toEqual([{ name: 'Ada' }]);
  });

  it('expires after an hour unless an action has taken it', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.push((await precapture(update(7))).body.data.precaptureId);
    const [taken, aged, forgotten] = ids as [string, string, string];
    expect((await ask({ ...update(7), precaptureId: taken })).status).toBe(201);
    const age = (id: string, minutes: number) =>
      rows.query(`UPDATE snapshots SET captured_at = now() - $2 * interval '1 minute' WHERE id = $1`, [id, minutes]);
    await age(aged, 61);
    expect(errorOf(await ask({ ...update(7), precaptureId: aged }))).toBe('precapture-mismatch');
    await Promise.all([age(taken, 66), age(forgotten, 66)]);
    const { rows: due } = await rows.query(
      `SELECT snapshot_id AS id FROM unbound_snapshots('65 minutes', 100000) WHERE organization_id = $1`,
      [organization.id],
    );
    expect(due).toEqual([{ id: forgotten }]);
  });

  it('is refused while the unused snapshots have the largest permitted size', async () => {
    const full = await newOrganization();
    const own = await newSession(full.agent);
    const capture = (caller = full.agent) => caller.post(`/sessions/${own}/actions/precapture`, update(7));
    const { precaptureId } = (await capture()).body.data;
    const { rows: kept } = await rows.query('SELECT bytes FROM snapshots WHERE id = $1', [precaptureId]);
    expect(kept[0].bytes).toBeGreaterThan(2_000);
    await rows.query(
      `UPDATE snapshots SET bytes = 100000000, captured_at = now() - interval '59 minutes' WHERE id = $1`,
      [precaptureId],
    );
    const refused = await capture();
    expect([refused.status, errorOf(refused)]).toEqual([429, 'precapture-limit']);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await precapture(update(7))).status).toBe(200);
    const asked = await full.agent.post(`/sessions/${own}/actions`, {
      operationType: 'UPDATE',
      ...update(7),
      precaptureId,
    });
    expect(asked.status).toBe(201);
    expect((await capture()).status).toBe(200);
  });

  it('is refused while the unused snapshots have the largest permitted number', async () => {
    const full = await newOrganization();
    const own = await newSession(full.agent);
    const capture = () => full.agent.post(`/sessions/${own}/actions/precapture`, update(7));
    const { precaptureId } = (await capture()).body.data;
    await rows.query(
      `INSERT INTO snapshots (id, organization_id, session_id, api_name, payload_hash, bytes, capture_failed, reason)
       SELECT gen_random_uuid(), organization_id, session_id, api_name, payload_hash, 1, true, 'small'
       FROM snapshots, generate_series(1, 9998) WHERE id = $1`,
      [precaptureId],
    );
    const statuses = (await Promise.all([capture(), capture(), capture()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 429, 429]);
  });

  it('among many concurrent ones is refused as soon as those before it have the largest permitted size', async () => {
    const full = await newOrganization();
    const own = await newSession(full.agent);
    const capture = () => full.agent.post(`/sessions/${own}/actions/precapture`, update(7));
    const { precaptureId } = (await capture()).body.data;
    await rows.query('UPDATE snapshots SET bytes = 99999999 WHERE id = $1', [precaptureId]);
    const statuses = (await Promise.all(Array.from({ length: 8 }, capture))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(429)]);
  });

  it('is refused in a completed session, after a rollback, for a paused agent and on a wrong body', async () => {
    const { agent, operator } = organization;
    const completed = await newSession(agent);
    await agent.patch(`/sessions/${completed}`, { status: 'COMPLETED' });
    expect(errorOf(await agent.post(`/sessions/${completed}/actions/precapture`, update(7)))).toBe('session-closed');
    const reverted = await newSession(agent);
    await logged(agent, reverted, { status: 'SUCCESS' });
    await agent.post(`/sessions/${reverted}/rollback`);
    expect(errorOf(await agent.post(`/sessions/${reverted}/actions/precapture`, update(7)))).toBe(
      'session-rolled-back',
    );
    const paused = await newSession(agent, 'pausable');
    const found = (await operator.get('/agents')).body.data.find((one: { slug: string }) => one.slug === 'pausable');
    await operator.put(`/agents/${found.id}`, { status: 'PAUSED' });
    const refused = await eventually(
      () => agent.post(`/sessions/${paused}/actions/precapture`, update(7)),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('agent-paused');
    expect((await precapture({ apiName: 'x', payload: {} })).status).toBe(400);
    expect((await precapture({ ...call(), operationType: undefined, actionId: 'x' })).status).toBe(400);
  });
});
