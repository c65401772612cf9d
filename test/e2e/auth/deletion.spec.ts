import { expectToBlock } from '../../support/blocks.js';
import {
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { againWhenCutOff } from '../../support/cut-off.js';
import { fill, lastingRowsOf, ownedTables, rowsOf, tablesNaming } from '../../support/everything.js';
import { holdRollback } from '../../support/held-rollback.js';
import { call, errorOf, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { arrived, LONGEST_S, whileHeld } from '../../support/while-held.js';

afterAll(() => rows.end());

const PASSWORD = 'correct horse battery staple';
const anonymous = new Caller(serviceA, null);
const services = [serviceA, serviceB];
const deleteMe = ({ operator }: Organization, service = serviceA) => operator.at(service).delete('/me');
const userOf = async ({ id }: Organization): Promise<string> =>
  (await rows.query('SELECT id FROM users WHERE organization_id = $1', [id])).rows[0].id;
const isThere = async (id: string) =>
  (await rows.query('SELECT 1 FROM organizations WHERE id = $1', [id])).rowCount === 1;

async function erased(id: string): Promise<boolean> {
  return !(await eventually(
    () => isThere(id),
    (there) => !there,
  ));
}

/** Expects that each process has learned of the deletion and refuses all callers. */
async function expectClosed(callers: readonly Caller[]): Promise<void> {
  const codes = () => Promise.all(callers.map(async (caller) => errorOf(await caller.get('/registry'))));
  await eventually(codes, (seen) => seen.every((code) => code === 'unauthenticated'), 2_000);
  expect(new Set(await codes())).toEqual(new Set(['unauthenticated']));
}

describe('deleting the account', () => {
  /** All callers with a valid credential, at both processes, and cached there. */
  const allCallers = async (organization: Organization, session: string): Promise<Caller[]> => {
    const { operator, agent } = organization;
    const token = (await anonymous.post('/auth/token', { apiKey: agent.credential })).body.data.token;
    const callers = [operator, agent, new Caller(serviceA, token)].flatMap((caller) =>
      services.map((service) => caller.at(service)),
    );
    for (const caller of callers) expect((await caller.get(`/sessions/${session}`)).status).toBe(200);
    return callers;
  };

  it('ends all access in every process: operators, keys, their tokens, held requests', async () => {
    const organization = await newOrganization();
    const { agent, testAgent, email } = organization;
    const session = await newSession(agent);
    const { approvalId } = await gated(agent, session);
    const callers = await allCallers(organization, session);
    const meanwhile = await whileHeld();
    const held = callers.map((caller) => caller.get(`/approvals/${approvalId}?wait=${LONGEST_S}`));
    await arrived(callers);

    const id = await userOf(organization);
    const deleted = await deleteMe(organization);
    expect([deleted.status, deleted.body.data]).toEqual([200, { id, deleted: true }]);

    expect((await Promise.all(held)).map(errorOf)).toEqual(Array(6).fill('unauthenticated'));
    expect(meanwhile.isHeld()).toBe(true);
    meanwhile.end();
    const all = [...callers, testAgent, testAgent.at(serviceB)];
    await expectClosed(all);
    for (const caller of all) {
      for (const path of ['/sessions', `/sessions/${session}`, '/registry']) {
        expect(errorOf(await caller.get(path))).toBe('unauthenticated');
      }
      const open = () => caller.post('/sessions', { agentId: 'a', intent: 'b' });
      for (const change of [open, () => caller.delete('/me')])
        expect(errorOf(await againWhenCutOff(change))).toBe('unauthenticated');
    }
    for (const service of services) {
      const caller = anonymous.at(service);
      expect((await caller.post('/auth/token', { apiKey: agent.credential })).status).toBe(401);
      expect((await caller.post('/auth/login', { email, password: PASSWORD })).status).toBe(401);
    }
  });

  it('ends logging, confirming and capturing immediately', async () => {
    const organization = await newOrganization();
    const session = await newSession(organization.agent);
    const { actionId } = await gated(organization.agent, session);
    const callers = await allCallers(organization, session);
    expect((await deleteMe(organization)).status).toBe(200);
    const path = `/sessions/${session}/actions`;
    const answers = await Promise.all(
      callers.flatMap((caller) => [
        caller.post(path, call()),
        caller.post(path, call({ status: 'SUCCESS' })),
        caller.patch(`${path}/${actionId}`, { status: 'SUCCESS' }),
        caller.post(`${path}/precapture`, { apiName: 'a.b', payload: {} }),
      ]),
    );
    const { rows: actions } = await rows.query('SELECT status FROM actions WHERE session_id = $1', [session]);
    expect(answers.map(errorOf)).toEqual(Array(24).fill('unauthenticated'));
    expect(actions).toEqual([{ status: 'PENDING_APPROVAL' }]);
  });

  it('leaves no access to a key or a user that was made at the very last moment', async () => {
    const organization = await newOrganization();
    const kept: { name: string; row: object }[] = [];
    for (const name of ['users', 'api_keys']) {
      const { rows: found } = await rows.query(`SELECT to_json(t) AS row FROM ${name} t WHERE organization_id = $1`, [
        organization.id,
      ]);
      kept.push(...found.map(({ row }) => ({ name, row })));
    }
    expect(kept).toHaveLength(3);
    expect((await deleteMe(organization)).status).toBe(200);
    for (const { name, row } of kept)
      await rows.query(`INSERT INTO ${name} SELECT * FROM json_populate_record(NULL::${name}, $1)`, [row]);
    const { operator, agent, testAgent } = organization;
    await expectClosed([operator, agent, testAgent].flatMap((caller) => services.map((service) => caller.at(service))));
    expect(await erased(organization.id)).toBe(true);
    expect(await rowsOf(organization.id)).toEqual({});
  });

  it('makes its key unreadable and its address free at once, in the same transaction', async () => {
    const organization = await newOrganization();
    const { id, email } = organization;
    await fill(organization, unique('marker'));
    const before = await rowsOf(id);
    expect(before).toMatchObject({ organization_keys: 1, credentials: 1, users: 1, identities: 1, api_keys: 2 });
    expect((await deleteMe(organization)).status).toBe(200);
    const after = await rowsOf(id);
    expect(after).toMatchObject({ organizations: 1, credentials: 1, audit_entries: before.audit_entries });
    for (const table of ['organization_keys', 'users', 'identities', 'api_keys'])
      expect(after).not.toHaveProperty(table);

    const again = await anonymous.at(serviceB).post('/auth/register', { email, password: PASSWORD, name: 'Operator' });
    expect(again.status).toBe(201);
    expect(again.body.data.organization.id).not.toBe(id);
    expect(await erased(id)).toBe(true);
    const operator = new Caller(serviceA, again.body.data.token);
    expect((await operator.get('/sessions')).body.data).toEqual([]);
    expect((await operator.delete('/me')).status).toBe(200);
  });

  it('is for operators, and happens once for concurrent requests', async () => {
    const organization = await newOrganization();
    expect(errorOf(await organization.agent.delete('/me'))).toBe('operator-required');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => deleteMe(organization, services[index % 2])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  it('leaves no due job: expired approvals and idle sessions in it are not touched again', async () => {
    const organization = await newOrganization();
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    expect((await deleteMe(organization)).status).toBe(200);
    await rows.query("UPDATE approvals SET expires_at = now() - interval '1 hour' WHERE id = $1", [approvalId]);
    await rows.query(
      "UPDATE sessions SET last_activity_at = now() - interval '3 days', created_at = now() - interval '3 days' WHERE organization_id = $1",
      [organization.id],
    );
    const { rows: due } = await rows.query(
      `SELECT organization_id FROM due_approvals(100000) WHERE organization_id = $1
       UNION ALL SELECT organization_id FROM idle_sessions('1 hour', 100000) WHERE organization_id = $1`,
      [organization.id],
    );
    expect(due).toEqual([]);
  });
});

describe('the erasure of a deleted organization', () => {
  it('leaves no byte of it in any table, its audit log included, and leaves other organizations unchanged', async () => {
    const [mine, theirs] = await Promise.all([newOrganization(), newOrganization()]);
    const [marker, theirMarker] = [unique('marker'), unique('marker')];
    await Promise.all([fill(mine, marker), fill(theirs, theirMarker)]);
    const full = await rowsOf(mine.id);
    const known = ['actions', 'agents', 'api_keys', 'approvals', 'audit_entries', 'audit_heads', 'credentials'];
    known.push('idempotency_keys', 'identities', 'organization_keys', 'organizations', 'policies', 'rollback_steps');
    known.push('rollbacks', 'sessions', 'snapshots', 'spent_states', 'usage_months', 'users');
    expect(Object.keys(full)).toEqual(expect.arrayContaining(known));
    const neighbour = await lastingRowsOf(theirs.id);
    expect(await tablesNaming([marker])).toEqual(
      expect.arrayContaining(['actions', 'approvals', 'mailed_links', 'policies', 'sessions']),
    );

    const userId = await userOf(mine);
    expect((await deleteMe(mine, serviceB)).status).toBe(200);
    expect(await erased(mine.id)).toBe(true);

    expect(await rowsOf(mine.id)).toEqual({});
    expect(await tablesNaming([mine.id, mine.email, marker, userId])).toEqual([]);
    expect(await lastingRowsOf(theirs.id)).toEqual(neighbour);
    expect((await theirs.operator.get('/sessions')).body.data).toHaveLength(1);
    const { rows: links } = await rows.query(
      'SELECT count(*)::int AS n, max(sequence)::int AS last FROM audit_entries WHERE organization_id = $1',
      [theirs.id],
    );
    expect(links[0].n).toBe(links[0].last);
  });

  it('never begins in an organization that was not deleted', async () => {
    const { rows: living } = await rows.query(
      'SELECT o.id FROM deleted_organizations(100000) AS d (id) JOIN organizations o ON o.id = d.id WHERE o.deleted_at IS NULL',
    );
    expect(living).toEqual([]);
    const organization = await newOrganization();
    await fill(organization, unique('marker'));
    await expect(
      rows.query('DELETE FROM audit_entries WHERE organization_id = $1', [organization.id]),
    ).rejects.toMatchObject({
      code: '23001',
    });
  });

  it('finds every row, and all rows that depend on it, by an index', async () => {
    const { rows: unindexed } = await rows.query(
      `WITH led AS (
         SELECT i.indrelid AS relation, a.attname AS name FROM pg_index i
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indpred IS NULL OR
           pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)')
       SELECT c.conrelid::regclass::text AS name, c.conname AS because FROM pg_constraint c
       WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM led l JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
         WHERE l.relation = c.conrelid AND l.name = a.attname
         AND (cardinality(c.conkey) = 1 OR a.attname <> 'organization_id'))
       AND NOT EXISTS (
         SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indpred IS NULL
         AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
       UNION ALL
       SELECT t.relname, 'rows of one organization' FROM pg_class t JOIN pg_attribute o ON o.attrelid = t.oid AND o.attname = 'organization_id'
       WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'
       AND NOT EXISTS (SELECT FROM led l WHERE l.relation = t.oid AND l.name = 'organization_id')
       AND NOT EXISTS (SELECT FROM pg_constraint s WHERE s.conrelid = t.oid AND s.confrelid = 'sessions'::regclass)
       ORDER BY 1, 2`,
    );
    expect(unindexed).toEqual([]);
    expect((await ownedTables()).length).toBeGreaterThanOrEqual(19);
  });
});

describe('a deletion and a concurrent rollback', () => {
  it('exclude each other: while one runs the account stays, until it has finished', async () => {
    const organization = await newOrganization();
    const { finish } = await holdRollback(organization);
    const refused = [await deleteMe(organization), await deleteMe(organization, serviceB)];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(refused.map(errorOf)).toEqual(['rollback-running', 'rollback-running']);
    expect((await organization.operator.get('/sessions')).status).toBe(200);
    expect((await finish()).body.data.displayStatus).toBe('REVERTED');
    expect((await deleteMe(organization)).status).toBe(200);
  });

  it('exclude each other: one that begins while the account is being deleted waits, and is refused', async () => {
    const organization = await newOrganization();
    const session = await newSession(organization.agent);
    await logged(organization.agent, session, { status: 'SUCCESS' });
    const deletion = await rows.connect();
    try {
      await deletion.query('BEGIN');
      await deletion.query('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE', [organization.id]);
      await deletion.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [organization.id]);
      const rollback = organization.operator.post(`/sessions/${session}/rollback`);
      await expectToBlock(deletion, rows);
      await deletion.query('COMMIT');
      expect(errorOf(await rollback)).toBe('unauthenticated');
    } finally {
      deletion.release();
    }
    expect(await rowsOf(organization.id)).not.toHaveProperty('rollbacks');
    const insert = `INSERT INTO rollbacks (id, organization_id, session_id, on_conflict, requested_by)
      VALUES (gen_random_uuid(), $1, $2, 'skip', 'operator')`;
    await expect(rows.query(insert, [organization.id, session])).rejects.toMatchObject({ code: '23001' });
  });

  it('exclude each other: the deletion waits for one that is just beginning, and is refused', async () => {
    const organization = await newOrganization();
    const session = await newSession(organization.agent);
    const beginning = await rows.connect();
    try {
      await beginning.query('BEGIN');
      await beginning.query(
        `INSERT INTO rollbacks (id, organization_id, session_id, on_conflict, requested_by, leased_until)
         VALUES (gen_random_uuid(), $1, $2, 'skip', 'operator', now() + interval '1 hour')`,
        [organization.id, session],
      );
      const deletion = deleteMe(organization);
      await expectToBlock(beginning, rows);
      await beginning.query('COMMIT');
      expect(errorOf(await deletion)).toBe('rollback-running');
    } finally {
      beginning.release();
    }
    await rows.query("UPDATE rollbacks SET status = 'FINISHED' WHERE organization_id = $1", [organization.id]);
    expect((await deleteMe(organization)).status).toBe(200);
  });

  it('never overlap, however they meet in two processes', async () => {
    const overlaps = () =>
      rows.query(
        `SELECT r.id FROM rollbacks r JOIN organizations o ON o.id = r.organization_id WHERE o.deleted_at IS NOT NULL AND r.status = 'RUNNING'`,
      );
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const organization = await newOrganization();
      const { agent, operator } = organization;
      const sessions = await Promise.all(Array.from({ length: 4 }, () => newSession(agent)));
      for (const session of sessions) await logged(agent, session, { status: 'SUCCESS' });
      for (const service of services) await operator.at(service).get('/sessions');
      const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const rollBack = async (session: string, index: number) => {
        await later(index * 4);
        return operator.at(services[index % 2] ?? serviceA).post(`/sessions/${session}/rollback`);
      };
      const remove = async () => {
        await later(round % 12);
        return deleteMe(organization, services[round % 2]);
      };
      let over = false;
      const watch = (async () => {
        for (; !over; await later(2)) expect((await overlaps()).rows).toEqual([]);
      })();
      const [deleted, ...rolledBack] = await Promise.all([remove(), ...sessions.map(rollBack)]).finally(() => {
        over = true;
      });
      await watch;
      const { rows: kept } = await rows.query('SELECT status FROM rollbacks WHERE organization_id = $1', [
        organization.id,
      ]);
      const begun = rolledBack.filter(({ status }) => status === 200).length;
      expect(kept).toEqual(Array(begun).fill({ status: 'FINISHED' }));
      if (deleted.status === 200) {
        expect(rolledBack.filter(({ status }) => status !== 200).map(errorOf)).toEqual(
          Array(4 - begun).fill('unauthenticated'),
        );
      } else {
        expect([errorOf(deleted), begun]).toEqual(['rollback-running', 4]);
        expect((await deleteMe(organization)).status).toBe(200);
      }
      outcomes.add(deleted.status === 200 ? 'deleted' : 'refused');
    }
    expect(outcomes).toEqual(new Set(['deleted', 'refused']));
  });
});
