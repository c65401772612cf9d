import pg from 'pg';
import { BOOKKEEPING } from '../../../src/platform/database/schema/schema-version.js';
import { newSession, type Organization } from '../../support/client.js';
import { recordItem } from '../matrix/support/ledger-items.js';
import { TABLE_OWNERS } from '../project/owners/owners.js';
import {
  withBilling,
  withEverything,
  withJudgement,
  withMailedLink,
  withMetrics,
  withPerformedCall,
  withRareRows,
  withResetRequest,
  withSignInTry,
} from './support/populated.js';

/** A table or a view. */
interface Table {
  readonly name: string;
  readonly kind: 'r' | 'v';
  /** The column that names the owner of the row. */
  readonly owner: string;
}

const client = (url = process.env.TEST_DATABASE_URL) => new pg.Client({ connectionString: url });

describe('row-level security', () => {
  let mine: Organization;
  let theirs: Organization;
  let service: pg.Client;
  let superuser: pg.Client;
  let keeper: pg.Client;
  let tables: Table[];

  beforeAll(async () => {
    service = client();
    const superuserUrl = process.env.TEST_SUPERUSER_URL?.replace(
      /\/[^/]*$/,
      new URL(process.env.TEST_DATABASE_URL ?? '').pathname,
    );
    [superuser, keeper] = [client(superuserUrl), client(superuserUrl)];
    await Promise.all([service.connect(), superuser.connect(), keeper.connect()]);
    [mine, theirs] = await Promise.all([withEverything(), withEverything()]);
    for (const { id } of [mine, theirs]) {
      await withRareRows(superuser, id);
      await withResetRequest(superuser, id);
      await withSignInTry(superuser, id);
      await withMailedLink(superuser, id);
      await withBilling(superuser, id);
      await withJudgement(superuser, id);
      await withPerformedCall(superuser, id);
    }
    await withMetrics(superuser, keeper, [mine.id, theirs.id]);
    const { rows } = await superuser.query<Table>(
      `SELECT c.relname AS name, c.relkind AS kind, coalesce(a.attname, 'id') AS owner
       FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND c.relname <> ALL ($1) ORDER BY 1`,
      [BOOKKEEPING],
    );
    tables = rows;
  });
  afterAll(() => Promise.all([service.end(), superuser.end(), keeper.end()]));

  /** Works in the name of these organizations, and rolls back all changes. */
  async function as<T>(organizations: readonly Organization[], work: () => Promise<T>): Promise<T> {
    await service.query('BEGIN');
    try {
      if (organizations.length > 0) {
        await service.query("SELECT set_config('app.organizations', $1, true)", [
          `{${organizations.map(({ id }) => id)}}`,
        ]);
      }
      return await work();
    } finally {
      await service.query('ROLLBACK');
    }
  }

  const written = () => tables.filter(({ kind }) => kind !== 'v');
  const owners = async ({ name, owner }: Pick<Table, 'name' | 'owner'>): Promise<string[]> =>
    (await service.query(`SELECT DISTINCT ${owner} AS id FROM ${name}`)).rows.map(({ id }) => id);

  it('covers every table there is, and each, as each view, holds rows of both organizations', async () => {
    const named = Object.keys(TABLE_OWNERS).filter((name) => !BOOKKEEPING.includes(name));
    expect(written().map(({ name }) => name)).toEqual(named.sort());
    for (const { name, owner } of tables) {
      const { rows } = await superuser.query(`SELECT DISTINCT ${owner} AS id FROM ${name} WHERE ${owner} = ANY ($1)`, [
        [mine.id, theirs.id],
      ]);
      expect({ name, organizations: rows.length }).toEqual({ name, organizations: 2 });
    }
  });

  it('shows nothing in any table while no organization is set', async () => {
    for (const table of tables) {
      expect({ ...table, seen: await as([], () => owners(table)) }).toEqual({ ...table, seen: [] });
    }
    for (const unset of ['', '{}', '{00000000-0000-0000-0000-000000000000}']) {
      for (const table of tables) {
        const seen = await as([], async () => {
          await service.query("SELECT set_config('app.organizations', $1, true)", [unset]);
          return owners(table);
        });
        expect({ ...table, seen }).toEqual({ ...table, seen: [] });
      }
    }
  });

  it('shows one organization its own rows only, with no WHERE at all', async () => {
    for (const table of tables) {
      expect({ ...table, seen: await as([mine], () => owners(table)) }).toEqual({ ...table, seen: [mine.id] });
    }
  });

  it('shows a batch of organizations their own rows only', async () => {
    for (const table of tables) {
      const seen = await as([mine, theirs], () => owners(table));
      expect({ ...table, seen: seen.sort() }).toEqual({ ...table, seen: [mine.id, theirs.id].sort() });
    }
  });

  it('forgets the organization with the transaction that set it', async () => {
    await as([mine], () => owners({ name: 'users', owner: 'organization_id' }));
    expect(await owners({ name: 'users', owner: 'organization_id' })).toEqual([]);
  });

  it('refuses to change or delete a row of another organization', async () => {
    expect(written().length).toBeGreaterThan(40);
    for (const { name, owner } of written()) {
      const changed = await as([mine], async () => ({
        update: (await service.query(`UPDATE ${name} SET ${owner} = ${owner} WHERE ${owner} = $1`, [theirs.id]))
          .rowCount,
        remove: (await service.query(`DELETE FROM ${name} WHERE ${owner} = $1`, [theirs.id])).rowCount,
      }));
      expect({ name, ...changed }).toEqual({ name, update: 0, remove: 0 });
    }
  });

  it('refuses to write a row for another organization, or to move a row to one', async () => {
    const refusal = { code: '42501', message: expect.stringContaining('row-level security') };
    for (const { name, owner } of written()) {
      const { rows } = await superuser.query(`SELECT to_json(t) AS row FROM ${name} t WHERE ${owner} = $1 LIMIT 1`, [
        theirs.id,
      ]);
      const insert = () =>
        service.query(`INSERT INTO ${name} SELECT * FROM json_populate_record(NULL::${name}, $1)`, [rows[0].row]);
      // Its trigger sees no such organization, before the policy is asked.
      const unseen = { code: '23001', message: 'the organization is deleted' };
      await expect(as([mine], insert)).rejects.toMatchObject(name === 'rollbacks' ? unseen : refusal);
      const handOver = () => service.query(`UPDATE ${name} SET ${owner} = $1`, [theirs.id]);
      const sealed = { code: '23001', message: 'the audit is append-only' };
      await expect(as([mine], handOver)).rejects.toMatchObject(name.startsWith('audit_') ? sealed : refusal);
    }
  });

  it('is on, and forced, for every table, with no policy but its own and the look-ups', async () => {
    const { rows } = await superuser.query(
      `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
         (SELECT array_agg(p.polname::text || ' ' || p.polcmd::text ORDER BY p.polname) FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1) ORDER BY 1`,
      [BOOKKEEPING],
    );
    const lookedUp = [
      'actions',
      'agents',
      'api_keys',
      'approvals',
      'billing_customers',
      'idempotency_keys',
      'identities',
      'mailed_links',
      'metric_changes',
      'organization_keys',
      'organization_states',
      'organizations',
      'performed_calls',
      'personal_tokens',
      'reset_requests',
      'rollback_step_states',
      'rollback_steps',
      'rollbacks',
      'session_intents',
      'session_snapshots',
      'session_states',
      'session_verdicts',
      'sessions',
      'sign_in_tries',
      'snapshots',
      'users',
      'verified_members',
      'webhook_deliveries',
    ];
    expect(rows).toEqual(
      written().map(({ name }) => ({
        name,
        forced: true,
        policies: [
          ...(lookedUp.includes(name) ? ['lookup r'] : []),
          'own_organization *',
          ...(name === 'subscription_events' ? ['unclaimed *'] : []),
        ],
      })),
    );
    const { rows: roles } = await superuser.query(
      `SELECT DISTINCT pg_get_userbyid(unnest(polroles)) AS role FROM pg_policy WHERE polname = 'lookup'`,
    );
    expect(roles).toEqual([{ role: 'backstop_owner' }]);
  });

  it('leaves the schema out of the reach of the service', async () => {
    for (const statement of [
      'CREATE TABLE public.mine (id int)',
      'ALTER TABLE users DISABLE ROW LEVEL SECURITY',
      'DROP POLICY own_organization ON users',
      'TRUNCATE users',
      'SET ROLE backstop_owner',
      'INSERT INTO migrations (timestamp, name) VALUES (1, $$x$$)',
      'CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    ]) {
      await expect(as([mine], () => service.query(statement))).rejects.toMatchObject({ code: '42501' });
    }
    await as([mine], async () => {
      await service.query('SET LOCAL row_security = off');
      await expect(service.query('SELECT 1 FROM users')).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('is passed only by functions that answer with identifiers or an age, and that only the service’s role may call', async () => {
    const { rows } = await superuser.query(
      `SELECT p.proname AS name, pg_get_function_result(p.oid) AS result, pg_get_userbyid(p.proowner) AS owner,
         p.proconfig AS settings, p.provolatile AS volatility, has_function_privilege('public', p.oid, 'EXECUTE') AS for_public
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef ORDER BY 1`,
    );
    const common = {
      owner: 'backstop_owner',
      settings: ['search_path=pg_catalog, public, pg_temp'],
      volatility: 's',
      for_public: false,
    };
    expect(rows).toEqual(
      [
        { name: 'decided_approvals', result: 'SETOF uuid' },
        { name: 'deleted_organizations', result: 'SETOF uuid' },
        { name: 'due_approvals', result: 'TABLE(approval_id uuid, organization_id uuid)' },
        { name: 'due_calls', result: 'TABLE(action_id uuid, organization_id uuid)' },
        {
          name: 'due_deliveries',
          result: 'TABLE(delivery_id uuid, webhook_id uuid, organization_id uuid)',
        },
        { name: 'due_mails', result: 'TABLE(link_id uuid, organization_id uuid)' },
        { name: 'due_reset_requests', result: 'TABLE(request_id uuid, user_id uuid, organization_id uuid)' },
        { name: 'due_rollbacks', result: 'TABLE(rollback_id uuid, organization_id uuid)' },
        { name: 'due_sign_in_tries', result: 'TABLE(try_id uuid, user_id uuid, organization_id uuid)' },
        { name: 'idle_sessions', result: 'TABLE(session_id uuid, organization_id uuid)' },
        { name: 'link_of_token', result: 'TABLE(link_id uuid, user_id uuid, organization_id uuid)' },
        { name: 'old_deliveries', result: 'TABLE(delivery_id uuid, organization_id uuid)' },
        { name: 'old_idempotency_keys', result: 'TABLE(scope text, organization_id uuid)' },
        { name: 'oldest_due_approval', result: 'double precision' },
        { name: 'oldest_due_call', result: 'double precision' },
        { name: 'oldest_due_delivery', result: 'double precision' },
        { name: 'oldest_due_erasure', result: 'double precision' },
        { name: 'oldest_due_mail', result: 'double precision' },
        { name: 'oldest_due_rollback', result: 'double precision' },
        { name: 'oldest_unfolded_change', result: 'double precision' },
        { name: 'open_organizations', result: 'SETOF uuid' },
        { name: 'organization_of_api_key', result: 'uuid' },
        { name: 'organization_of_customer', result: 'uuid' },
        { name: 'organization_of_personal_token', result: 'uuid' },
        { name: 'organizations_behind', result: 'SETOF uuid' },
        { name: 'overdue_calls', result: 'TABLE(action_id uuid, organization_id uuid)' },
        { name: 'sessions_waiting_while_paused', result: 'TABLE(session_id uuid, organization_id uuid)' },
        { name: 'settled_calls', result: 'TABLE(organization uuid, call uuid)' },
        { name: 'unbound_snapshots', result: 'TABLE(snapshot_id uuid, organization_id uuid)' },
        { name: 'unevaluated_sessions', result: 'TABLE(session_id uuid, organization_id uuid)' },
        { name: 'unfolded_organizations', result: 'SETOF uuid' },
        { name: 'user_of_email', result: 'TABLE(user_id uuid, organization_id uuid)' },
        { name: 'user_of_identity', result: 'TABLE(user_id uuid, organization_id uuid)' },
      ].map((one) => ({ ...one, ...common })),
    );
    const { rows: open } = await superuser.query(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND has_function_privilege('public', oid, 'EXECUTE')`,
    );
    expect(open).toEqual([]);
  });

  it('holds inside the statements of the ledger too: an item for another organization finds nothing', async () => {
    const session = await newSession(theirs.agent);
    for (const org of [mine.id, theirs.id]) {
      const item = { ord: 0, ...recordItem({ org, session }) };
      const { rows } = await as([], () =>
        service.query('SELECT record_actions($1, $2, $3) AS answer', [[mine.id], [session], JSON.stringify([item])]),
      );
      expect(rows[0].answer.answers).toMatchObject([{ written: false, sessionStatus: null }]);
    }
    const { actions } = (await theirs.operator.get(`/sessions/${session}`)).body.data;
    expect(actions).toEqual([]);
  });
});
