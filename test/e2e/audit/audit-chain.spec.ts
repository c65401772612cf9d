import pg from 'pg';
import { auditOf } from '../../support/audit.js';
import { expectToBlock } from '../../support/blocks.js';
import { sized } from '../../support/campaign-size.js';
import { type Answer, newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { call, tally } from '../../support/ledger.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';

const SEALED = { code: '23001', message: 'the audit is append-only' };
const DEADLOCK = '40P01';
const policy = { apiNamePattern: 'mail.*', action: 'BLOCK' };
const secret = { values: { connectionString: 'postgres://nobody:nothing@127.0.0.1:1/none' } };

let database: OwnDatabase;
let organization: Organization;
beforeAll(async () => {
  database = await newOwnDatabase(2);
});
beforeEach(async () => {
  organization = await newOrganization(database.services[0]);
});
afterAll(() => database.drop());

const one = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows[0];
const count = async () =>
  (await one('SELECT count(*)::int AS n FROM audit_entries WHERE organization_id = $1', [organization.id])).n;

/** Works in a transaction of this role for the organization, and rolls it back. */
async function as<T>(role: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.superuser.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL ROLE ${role}`);
    await client.query("SELECT set_config('app.organizations', $1, true)", [`{${organization.id}}`]);
    return await work(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** The trigger fires when all tables are locked, which may meet a lock of what runs meanwhile. */
async function truncate(role: string, table: string): Promise<unknown> {
  for (;;) {
    try {
      return await as(role, (client) => client.query(`TRUNCATE ${table}`));
    } catch (error) {
      if ((error as pg.DatabaseError).code !== DEADLOCK) throw error;
    }
  }
}

describe('the append-only audit log', () => {
  const TAMPERINGS = [
    "UPDATE audit_entries SET action = 'nothing.happened'",
    'UPDATE audit_entries SET hash = hash',
    'DELETE FROM audit_entries',
    'DELETE FROM audit_entries WHERE sequence = (SELECT max(sequence) FROM audit_entries)',
    'UPDATE audit_heads SET sequence = sequence - 1',
    "UPDATE audit_heads SET hash = repeat('0', 64)",
    'DELETE FROM audit_heads',
  ];

  it("refuses changes by the service's role, by the owner, and by a superuser", async () => {
    const owner = (await one("SELECT tableowner AS name FROM pg_tables WHERE tablename = 'audit_entries'")).name;
    for (const role of [database.role, owner, 'NONE']) {
      for (const sql of TAMPERINGS) await expect(as(role, (client) => client.query(sql))).rejects.toMatchObject(SEALED);
    }
    for (const role of [owner, 'NONE']) {
      for (const table of ['audit_entries', 'audit_heads', 'audit_entries, audit_heads, organizations CASCADE'])
        await expect(truncate(role, table)).rejects.toMatchObject(SEALED);
    }
    await expect(as(database.role, (client) => client.query('TRUNCATE audit_entries'))).rejects.toMatchObject({
      code: '42501',
    });
    await auditOf(organization);
  });

  it("refuses them whatever the service's role hides from the check of the organization", async () => {
    await expect(
      as(database.role, async (client) => {
        await client.query(`CREATE TEMPORARY TABLE organizations AS SELECT id, now() AS deleted_at FROM organizations`);
        await client.query('SET LOCAL search_path = pg_temp, public');
        await client.query('DELETE FROM audit_entries');
      }),
    ).rejects.toMatchObject(SEALED);
  });

  it('refuses them until the organization is deleted, which cannot be undone', async () => {
    const erased = await as(database.role, async (client) => {
      await client.query('UPDATE organizations SET deleted_at = now()');
      await expect(inside(client, 'UPDATE audit_entries SET hash = hash')).rejects.toMatchObject(SEALED);
      await expect(inside(client, 'UPDATE organizations SET deleted_at = NULL')).rejects.toMatchObject({
        code: '23001',
      });
      return [await client.query('DELETE FROM audit_entries'), await client.query('DELETE FROM audit_heads')];
    });
    expect(erased.map(({ rowCount }) => rowCount)).toEqual([await count(), 1]);
  });

  async function inside(client: pg.PoolClient, sql: string): Promise<unknown> {
    await client.query('SAVEPOINT here');
    return client.query(sql).finally(() => client.query('ROLLBACK TO here'));
  }
});

describe('a change that cannot be recorded', () => {
  it('is not made, and works again once it can be', async () => {
    const { operator: by, agent } = organization;
    const id = async (answer: Promise<Answer>) => (await answer).body.data.id;
    const [rule, known, key] = [
      await id(by.post('/policies', policy)),
      await id(by.post('/agents', { slug: 'known' })),
      await id(by.post('/api-keys', { name: 'a', kind: 'live' })),
    ];
    await by.put('/settings/credentials/postgres', secret);
    const session = await newSession(agent);
    const action = call({ status: 'PENDING_APPROVAL' });
    const ask = async () => (await agent.post(`/sessions/${session}/actions`, action)).body.data.approval.id;
    const [approval, expiring] = [await ask(), await ask()];
    await agent.post(`/sessions/${session}/actions`, call({ status: 'SUCCESS' }));
    const changes: (() => Promise<Answer>)[] = [
      () => by.post('/api-keys', { name: 'b', kind: 'live' }),
      () => by.delete(`/api-keys/${key}`),
      () => by.post('/policies', policy),
      () => by.put(`/policies/${rule}`, { action: 'ALLOW' }),
      () => by.patch(`/policies/${rule}/toggle`),
      () => by.delete(`/policies/${rule}`),
      () => by.put('/settings/credentials/postgres', secret),
      () => by.delete('/settings/credentials/postgres'),
      () => by.post('/agents', { slug: 'new' }),
      () => by.put(`/agents/${known}`, { status: 'PAUSED' }),
      () => by.delete(`/agents/${known}`),
      () => by.post(`/approvals/${approval}/approve`),
      () => by.post(`/approvals/${approval}/reject`),
      () => by.post(`/sessions/${session}/rollback`),
    ];
    const before = await everything();
    await database.superuser.query(`REVOKE INSERT ON audit_entries FROM ${database.role}`);
    try {
      const answers: Answer[] = [];
      for (const change of changes) answers.push(await change());
      expect(tally(answers)).toEqual({ 500: changes.length });
      await database.superuser.query("UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1", [
        expiring,
      ]);
      // Both processes must have attempted it.
      const tried = () => database.services.filter(({ output }) => output.join().includes('ExpiryJob')).length;
      expect(await eventually(tried, (count) => count === 2)).toBe(2);
      expect((await one('SELECT status FROM approvals WHERE id = $1', [expiring])).status).toBe('PENDING');
      await database.superuser.query("UPDATE approvals SET expires_at = created_at + interval '1 day' WHERE id = $1", [
        expiring,
      ]);
      expect(await everything()).toEqual(before);
      expect((await agent.post(`/sessions/${session}/actions`, call())).status).toBe(201);
    } finally {
      await database.superuser.query(`GRANT INSERT ON audit_entries TO ${database.role}`);
    }
    expect(
      tally([await by.put(`/agents/${known}`, { status: 'PAUSED' }), await by.post(`/sessions/${session}/rollback`)]),
    ).toEqual({ 200: 2 });
    await auditOf(organization);
  });

  /** All rows of the organization that operators change, and its epoch; when a key was used, a job writes. */
  async function everything() {
    const tables = [
      'api_keys',
      'policies',
      'credentials',
      'agents',
      'approvals',
      'rollbacks',
      'audit_entries',
      'audit_heads',
    ];
    const shown = tables.map(async (table) => {
      const sql = `SELECT to_jsonb(t) - '{expires_at,last_used_at}'::text[] AS row FROM ${table} t WHERE organization_id = $1 ORDER BY 1`;
      return [table, (await database.superuser.query(sql, [organization.id])).rows];
    });
    return {
      ...Object.fromEntries(await Promise.all(shown)),
      epoch: await one('SELECT epoch FROM organizations WHERE id = $1', [organization.id]),
    };
  }
});

const ROUNDS = sized({ short: 1, full: 4 });

describe('the chain under races', () => {
  /** A decision is taken anew when the epoch has passed, and not for ever: seventy others may raise it. */
  async function whenAvailable(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await ask();
      if (answer.status !== 503 || tries === 20) return answer;
    }
  }

  it('has no gaps, no forks and no deadlocks: eight contenders in two processes make all kinds of changes at once', async () => {
    const deadlocks = async () =>
      Number((await one('SELECT deadlocks FROM pg_stat_database WHERE datname = $1', [database.name])).deadlocks);
    const [before, already] = [await deadlocks(), await count()];
    const other = await newOrganization(database.services[1]);
    const known = (await organization.operator.post('/agents', { slug: 'known' })).body.data.id;
    const rule = (await organization.operator.post('/policies', { ...policy, apiNamePattern: 'other.*' })).body.data.id;
    const answers: Answer[] = [];
    const contend = async (number: number) => {
      const service = database.services[number % 2] ?? organization.operator.service;
      const [by, agent] = [organization.operator.at(service), organization.agent.at(service)];
      for (let round = 0; round < ROUNDS; round++) {
        const session = await newSession(agent, 'shared');
        const actions = `/sessions/${session}/actions`;
        const asked = await whenAvailable(() => agent.post(actions, call({ status: 'PENDING_APPROVAL' })));
        await whenAvailable(() => agent.post(actions, call({ status: 'SUCCESS' })));
        const key = (await whenAvailable(() => by.post('/api-keys', { name: 'k', kind: 'live' }))).body.data.id;
        const steps: (() => Promise<Answer>)[] = [
          () => by.patch(`/policies/${rule}/toggle`),
          () => by.put(`/agents/${known}`, { status: (round + number) % 2 ? 'PAUSED' : 'ACTIVE' }),
          () => by.put('/settings/credentials/postgres', secret),
          () => by.post(`/approvals/${asked.body.data.approval.id}/approve`),
          () => by.post(`/sessions/${session}/rollback`),
          () => by.delete(`/api-keys/${key}`),
          () => by.delete('/settings/credentials/postgres'),
          () => by.post('/agents', { slug: unique('new') }, `once-${number}-${round}`),
          () => by.post('/agents', { slug: unique('new') }, `once-${round}`),
        ];
        answers.push(...(await Promise.all(steps.map(whenAvailable))));
      }
    };
    await Promise.all([
      ...Array.from({ length: 8 }, (_, number) => contend(number)),
      other.operator.post('/policies', policy),
    ]);
    expect(
      Object.keys(tally(answers))
        .map(Number)
        .filter((status) => status >= 500),
    ).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await deadlocks()).toBe(before);
    const entries = await auditOf(organization);
    expect(entries).toHaveLength(await count());
    expect(entries.length - already).toBeGreaterThan(50 * ROUNDS);
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
    const toggles = entries.filter(({ action }) => action === 'policy.toggled');
    expect(toggles.map(({ before: was, after }) => [was?.enabled, after?.enabled])).toEqual(
      toggles.map((_, index) => [index % 2 === 0, index % 2 === 1]),
    );
    await auditOf(other);
  });

  it('never delays asking and confirming', async () => {
    const { agent, operator: by } = organization;
    const session = await newSession(agent);
    const holder = await database.superuser.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM audit_heads WHERE organization_id = $1 FOR UPDATE', [organization.id]);
    const held = by.post('/agents', { slug: 'waits' });
    const asked = await agent.post(`/sessions/${session}/actions`, call());
    const confirmed = await agent.patch(`/sessions/${session}/actions/${asked.body.data.id}`, { status: 'SUCCESS' });
    await expectToBlock(holder, database.superuser);
    await holder.query('COMMIT');
    holder.release();
    expect([asked.status, confirmed.status, (await held).status]).toEqual([201, 200, 201]);
  });
});

describe('the time of an entry', () => {
  it('never goes back in a chain, whatever the clock does', async () => {
    const { operator: by } = organization;
    await by.post('/agents', { slug: 'first' });
    await database.superuser.query(
      "UPDATE audit_heads SET last_at = now() + interval '1 hour' WHERE organization_id = $1",
      [organization.id],
    );
    await by.post('/agents', { slug: 'second' });
    await by.post('/agents', { slug: 'third' });
    const [second, third] = (await auditOf(organization)).slice(-2);
    expect(Date.parse(second?.createdAt ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
    expect(third?.createdAt).toBe(second?.createdAt);
    expect((third?.id ?? '') > (second?.id ?? '')).toBe(true);
  });
});
