import { createRequire } from 'node:module';
import {
  AgentPausedError,
  ApprovalRejectedError,
  ApprovalTimeoutError,
  Backstop,
  BackstopUnavailableError,
  PlanRequiredError,
  PolicyBlockedError,
  QuotaExceededError,
  RowCountChangedError,
  type Session,
  SessionClosedError,
  wrap,
} from '@backstop/sdk';
import pg from 'pg';
import { type Caller, newOrganization, type Organization, serviceA, unique } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { eventually } from '../../support/patience.mjs';
import { newPool } from '../../support/pool.js';
import { rollBack } from '../../support/roll-back.js';
import { type Service, startService } from '../../support/service.mjs';

const CUSTOMERS = `
  CREATE TABLE customers (id int PRIMARY KEY, name text, credit numeric NOT NULL DEFAULT 0);
  INSERT INTO customers SELECT n, 'Customer ' || n, 10 FROM generate_series(1, 20) AS n`;

let database: Awaited<ReturnType<typeof newCustomerDatabase>>;

beforeAll(async () => {
  database = await newCustomerDatabase();
  await database.pool.query(CUSTOMERS);
});
afterAll(() => database.drop());

interface Setting extends Organization {
  readonly session: Session;
  readonly pool: pg.Pool;
}

/** An organization whose agent works on the customers through a wrapped pool. */
async function newSetting(
  service: Service = serviceA,
  as: (organization: Organization) => Caller = ({ agent }) => agent,
  timeoutMs = 30_000,
) {
  const organization = await newOrganization(service);
  await organization.operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  const backstop = new Backstop({ baseUrl: service.url, apiKey: as(organization).credential ?? '' });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
  const pool = wrap(newPool({ connectionString: database.url, max: 2 }), session, {
    connector: 'postgres',
    pollIntervalMs: 1_000,
    timeoutMs,
  });
  opened.push(pool);
  return { ...organization, session, pool } satisfies Setting;
}

const opened: pg.Pool[] = [];
afterEach(() => Promise.all(opened.splice(0).map((pool) => pool.end().catch(() => undefined))));

const actionsOf = async (setting: Setting) =>
  (await setting.operator.get(`/sessions/${setting.session.id}`)).body.data.actions;
const creditOf = async (id: number) =>
  (await database.pool.query('SELECT credit::int AS credit FROM customers WHERE id = $1', [id])).rows[0]?.credit;

const gate = (operator: Caller, action: string, pattern = 'postgres.rows.update') =>
  operator.post('/policies', { apiNamePattern: pattern, action, reason: 'Credits are for people to give.' });

async function approvalOf(operator: Caller): Promise<string> {
  const waiting = async () => (await operator.get('/approvals')).body.data;
  return (await eventually(waiting, ({ length }) => length > 0))[0].id;
}

const decide = async (operator: Caller, verb: 'approve' | 'reject', body: object = {}) =>
  operator.post(`/approvals/${await approvalOf(operator)}/${verb}`, body);

describe('a call of a wrapped pool', () => {
  it('is captured, asked for, run and confirmed with what it left', async () => {
    const setting = await newSetting();
    const result = await setting.pool.query('UPDATE customers SET credit = $1 WHERE id = $2 RETURNING name', [11, 1]);
    expect(result.rows).toEqual([{ name: 'Customer 1' }]);
    expect(await actionsOf(setting)).toMatchObject([
      {
        apiName: 'postgres.rows.update',
        operationType: 'UPDATE',
        status: 'SUCCESS',
        violation: null,
        payload: { table: 'customers', match: { id: 1 }, values: { credit: 11 }, rowCount: 1 },
        response: { command: 'UPDATE', rowCount: 1, rows: [{ id: '1', name: 'Customer 1', credit: '11' }] },
        snapshot: { captureFailed: false, resource: { table: 'public.customers' } },
      },
    ]);
  });

  it('that only reads passes through and is not recorded', async () => {
    const setting = await newSetting();
    const { rows } = await setting.pool.query('SELECT count(*)::int AS n FROM customers');
    expect(rows).toEqual([{ n: 20 }]);
    expect(await actionsOf(setting)).toEqual([]);
  });

  it('that writes in any other way is gated as irreversible', async () => {
    const setting = await newSetting();
    await setting.pool.query('CREATE TABLE IF NOT EXISTS notes (id int)');
    expect(await actionsOf(setting)).toMatchObject([
      {
        apiName: 'postgres.query',
        operationType: 'EXECUTE',
        status: 'SUCCESS',
        snapshot: {
          captureFailed: true,
          reason: 'the statement cannot be undone: it changes the schema (Create), not rows',
        },
      },
    ]);
  });

  it('that fails is recorded as failed and rethrown as it was', async () => {
    const setting = await newSetting();
    const insert = setting.pool.query("INSERT INTO customers (id, name) VALUES (1, 'twice')");
    await expect(insert).rejects.toMatchObject({ code: '23505', table: 'customers' });
    expect(await actionsOf(setting)).toMatchObject([{ status: 'FAILED', response: { error: { code: '23505' } } }]);
  });

  it('does not run when a policy blocks it, and says why', async () => {
    const setting = await newSetting();
    await gate(setting.operator, 'BLOCK');
    const error = await setting.pool
      .query('UPDATE customers SET credit = 99 WHERE id = 2')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PolicyBlockedError);
    expect(error).toMatchObject({ code: 'policy-blocked', status: 403, reason: 'Credits are for people to give.' });
    expect((error as PolicyBlockedError).policyIds).toHaveLength(1);
    expect(await creditOf(2)).toBe(10);
  });

  it('waits for a person and runs with the arguments that were approved', async () => {
    const setting = await newSetting();
    await gate(setting.operator, 'REQUIRE_APPROVAL');
    const deciding = decide(setting.operator, 'approve', {
      payload: { table: 'customers', match: { id: 3 }, values: { credit: 12 }, rowCount: 1 },
    });
    await setting.pool.query('UPDATE customers SET credit = 500 WHERE id = 3');
    expect((await deciding).status).toBe(200);
    expect(await creditOf(3)).toBe(12);
    const [action] = await actionsOf(setting);
    expect(action).toMatchObject({ status: 'SUCCESS', violation: null, snapshot: { captureFailed: false } });
  });

  it('does not run when a person rejects it', async () => {
    const setting = await newSetting();
    await gate(setting.operator, 'REQUIRE_APPROVAL');
    const deciding = decide(setting.operator, 'reject', { reason: 'not on a Friday' });
    const update = setting.pool.query('UPDATE customers SET credit = 500 WHERE id = 4');
    await expect(update).rejects.toMatchObject({
      name: 'ApprovalRejectedError',
      reason: 'not on a Friday',
      decidedBy: 'operator',
    });
    await expect(update).rejects.toBeInstanceOf(ApprovalRejectedError);
    await deciding;
    expect(await creditOf(4)).toBe(10);
  });

  it('does not run when no operator decides in time', async () => {
    const setting = await newSetting(serviceA, ({ agent }) => agent, 5_000);
    await gate(setting.operator, 'REQUIRE_APPROVAL');
    const update = setting.pool
      .query('UPDATE customers SET credit = 500 WHERE id = 5')
      .catch((thrown: unknown) => thrown);
    const error = await update;
    expect(error instanceof ApprovalTimeoutError || error instanceof ApprovalRejectedError).toBe(true);
    expect(await creditOf(5)).toBe(10);
  });

  it('changes nothing when other rows than those that were asked for would be touched', async () => {
    const setting = await newSetting();
    await gate(setting.operator, 'REQUIRE_APPROVAL');
    const update = setting.pool
      .query("UPDATE customers SET credit = 13 WHERE name = 'Customer 6'")
      .catch((thrown: unknown) => thrown);
    // The rows were counted before the approval was requested.
    await approvalOf(setting.operator);
    await database.pool.query("UPDATE customers SET name = 'Customer 6' WHERE id = 7");
    await decide(setting.operator, 'approve');
    expect(await update).toBeInstanceOf(RowCountChangedError);
    expect([await creditOf(6), await creditOf(7)]).toEqual([10, 10]);
  });

  it('of a test key runs nothing', async () => {
    const setting = await newSetting(serviceA, ({ testAgent }) => testAgent);
    const result = await setting.pool.query('DELETE FROM customers WHERE id = 8');
    expect(result).toMatchObject({ command: 'DELETE', rows: [] });
    expect(await creditOf(8)).toBe(10);
    expect(await actionsOf(setting)).toMatchObject([{ status: 'SUCCESS', simulated: true }]);
  });

  it('is refused once the agent is paused, and once the session is completed', async () => {
    const setting = await newSetting();
    const [agent] = (await setting.operator.get('/agents')).body.data;
    await setting.operator.put(`/agents/${agent.id}`, { status: 'PAUSED' });
    await expect(setting.pool.query('DELETE FROM customers WHERE id = 9')).rejects.toBeInstanceOf(AgentPausedError);
    await setting.operator.put(`/agents/${agent.id}`, { status: 'ACTIVE' });
    await setting.session.complete();
    await expect(setting.pool.query('DELETE FROM customers WHERE id = 9')).rejects.toBeInstanceOf(SessionClosedError);
    expect(await creditOf(9)).toBe(10);
  });
});

describe('a transaction of a wrapped client', () => {
  it('confirms its calls when it commits, and not before', async () => {
    const setting = await newSetting();
    const client = await setting.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE customers SET credit = 1 WHERE id = 10');
    await client.query('DELETE FROM customers WHERE id = 11');
    expect((await actionsOf(setting)).map(({ status }: { status: string }) => status)).toEqual(['CLEARED', 'CLEARED']);
    await client.query('COMMIT');
    client.release();
    expect((await actionsOf(setting)).map(({ status }: { status: string }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await rollBack(setting.session)).displayStatus).toBe('REVERTED');
    expect([await creditOf(10), await creditOf(11)]).toEqual([10, 10]);
  });

  it('that is rolled back confirms its calls as failed', async () => {
    const setting = await newSetting();
    const client = await setting.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE customers SET credit = 1 WHERE id = 12');
    await client.query('ROLLBACK');
    client.release();
    expect(await actionsOf(setting)).toMatchObject([{ status: 'FAILED' }]);
    expect(await creditOf(12)).toBe(10);
  });
});

describe('without permission', () => {
  it('a gated call on the FREE plan does not run', async () => {
    const service = await startService({ DEFAULT_PLAN: 'FREE' });
    try {
      const setting = await newOrganization(service);
      const session = await new Backstop({
        baseUrl: service.url,
        apiKey: setting.agent.credential ?? '',
      }).createSession({
        agentId: 'a',
        intent: 'b',
      });
      const pool = wrap(newPool({ connectionString: database.url }), session, {
        connector: 'postgres',
        requiresApproval: ['rows.update'],
      });
      opened.push(pool);
      await expect(pool.query('UPDATE customers SET credit = 0 WHERE id = 13')).rejects.toBeInstanceOf(
        PlanRequiredError,
      );
      expect(await creditOf(13)).toBe(10);
    } finally {
      await service.stop();
    }
  });

  it('nothing runs beyond the monthly quota', async () => {
    const service = await startService({ QUOTA_TEAM: '1' });
    try {
      const setting = await newSetting(service);
      await setting.pool.query('UPDATE customers SET credit = 10 WHERE id = 14');
      await expect(setting.pool.query('UPDATE customers SET credit = 0 WHERE id = 14')).rejects.toBeInstanceOf(
        QuotaExceededError,
      );
      expect(await creditOf(14)).toBe(10);
    } finally {
      await service.stop();
    }
  });

  it('nothing runs while the service cannot be reached', async () => {
    const service = await startService();
    const setting = await newSetting(service);
    await service.kill('SIGKILL');
    await expect(setting.pool.query('UPDATE customers SET credit = 0 WHERE id = 15')).rejects.toBeInstanceOf(
      BackstopUnavailableError,
    );
    expect(await creditOf(15)).toBe(10);
  });
});

it('the package works from CommonJS as well', () => {
  const required = createRequire(import.meta.url)('@backstop/sdk') as Record<string, unknown>;
  expect(Object.keys(required)).toEqual(expect.arrayContaining(['Backstop', 'wrap', 'PolicyBlockedError']));
});
