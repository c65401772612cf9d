import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.js';
import { newOrganization, newSession, type Organization, serviceB } from '../support/client.js';
import { call, errorOf, expectConsistent, gated, logged, rows, withinASecond } from '../support/ledger.js';

const directory = mkdtempSync(join(tmpdir(), 'precapture-'));
let server: EmbeddedPostgres;
let world: pg.Pool;
let organization: Organization;
let session: string;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir: directory, durable: false, tcp: true });
  world = new pg.Pool({ connectionString: server.superuserUrl, max: 2 });
  // The server goes away while an ended connection may still listen.
  world.on('error', () => undefined);
  await world.query(
    `CREATE TABLE customers (id integer PRIMARY KEY, name text); INSERT INTO customers VALUES (7, 'Ada'), (8, 'Bob')`,
  );
  organization = await newOrganization();
  await organization.operator.put('/settings/credentials/postgres', {
    values: { connectionString: server.superuserUrl },
  });
});
beforeEach(async () => {
  session = await newSession(organization.agent);
});
afterAll(async () => {
  await Promise.all([rows.end(), world.end()]);
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
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
  it('answers its id and whether it succeeded, and nothing of what it saw', async () => {
    const answer = await precapture(update(7));
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { precaptureId: expect.any(String), captureFailed: false },
    ]);
  });

  it('shows what it saw to operators only, on the session and on the approval', async () => {
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

  it('binds session, apiName and payload, once', async () => {
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

  it('goes to one of two who ask with it at once', async () => {
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

  it('replaces the snapshot of an action while it is cleared, and of no other', async () => {
    const first = (await precapture(update(7))).body.data.precaptureId;
    const { id } = (await ask({ ...update(7), precaptureId: first })).body.data;
    const again = await precapture({ ...update(7), actionId: id });
    expect(again.status).toBe(200);
    const shown = async () => (await organization.agent.get(`/sessions/${session}`)).body.data.actions[0];
    expect(await shown()).toMatchObject({ precaptureId: again.body.data.precaptureId });
    const other = await precapture({ ...update(8), actionId: id });
    expect([other.status, errorOf(other)]).toEqual([409, 'precapture-mismatch']);
    await organization.agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS' });
    const late = await precapture({ ...update(7), actionId: id });
    expect([late.status, errorOf(late)]).toEqual([409, 'illegal-transition']);
    expect((await precapture({ ...update(7), actionId: session })).status).toBe(404);
    expect(await shown()).toMatchObject({ precaptureId: again.body.data.precaptureId });
    const bound = await ask({ ...update(7), precaptureId: again.body.data.precaptureId });
    expect(errorOf(bound)).toBe('precapture-mismatch');
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
    const refused = await withinASecond(
      () => agent.post(`/sessions/${paused}/actions/precapture`, update(7)),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('agent-paused');
    expect((await precapture({ apiName: 'x', payload: {} })).status).toBe(400);
    expect((await precapture({ ...call(), operationType: undefined, actionId: 'x' })).status).toBe(400);
  });
});
