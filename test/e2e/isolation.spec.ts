import pg from 'pg';
import { type Answer, newOrganization, newSession, type Organization } from '../support/client.js';
import { startService } from '../support/service.mjs';

const call = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };

interface Table {
  readonly name: string;
  /** The column that says whose row it is. */
  readonly owner: string;
}

function client(url = process.env.TEST_DATABASE_URL) {
  return new pg.Client({ connectionString: url });
}

/** An organization with a row in every table. */
async function withEverything(): Promise<Organization> {
  const organization = await newOrganization();
  const { operator, agent } = organization;
  const session = await newSession(agent);
  const waits = await agent.post(`/sessions/${session}/actions`, { ...call, status: 'PENDING_APPROVAL' });
  const approved = await operator.post(`/approvals/${waits.body.data.approval.id}/approve`, {
    grant: { apiNamePattern: 'mail.*', maxUses: 1, minutes: 5 },
  });
  expect(approved.status).toBe(200);
  const created = await Promise.all([
    operator.post('/policies', { apiNamePattern: 'mail.*', action: 'ALLOW' }, 'a-key'),
    operator.put('/settings/credentials/postgres', {
      values: { connectionString: 'postgres://nobody:nothing@127.0.0.1:1/none' },
    }),
    agent.post(`/sessions/${session}/actions/precapture`, { apiName: call.apiName, payload: {} }),
    agent.post(`/sessions/${session}/actions`, { ...call, status: 'PENDING_APPROVAL' }),
    agent.post(`/sessions/${session}/actions`, { ...call, status: 'SUCCESS' }),
  ]);
  expect(created.map(({ status }) => status)).toEqual([201, 200, 200, 201, 201]);
  const told = await operator.post('/settings/webhooks', {
    url: 'https://127.0.0.1:1/',
    events: ['rollback.finished'],
  });
  expect(told.status).toBe(201);
  const intent = await operator.get(`/sessions/${session}/intent`);
  expect(intent.status).toBe(200);
  const rolledBack = await operator.post(`/sessions/${session}/rollback`);
  expect(rolledBack.status).toBe(200);
  const [{ id }] = (await operator.get('/agents')).body.data;
  const undone = await operator.post(`/agents/${id}/rollback`, { since: '2026-01-01T00:00:00.000Z' });
  expect(undone.status).toBe(200);
  return organization;
}

/** As if its user had come through an identity provider. */
async function withSignIn(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query(
    `INSERT INTO identities (id, organization_id, user_id, provider, subject)
     SELECT gen_random_uuid(), organization_id, id, 'oauth-a', id FROM users WHERE organization_id = $1`,
    [organization],
  );
  await superuser.query('INSERT INTO spent_states VALUES (gen_random_uuid(), $1)', [organization]);
}

/** As if a model had read its session. */
async function withJudgement(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query(
    `INSERT INTO intent_judgements (session_id, organization_id, model, judged_sequence, judgement)
     SELECT id, organization_id, 'a model', 1, '{}' FROM sessions WHERE organization_id = $1`,
    [organization],
  );
  await superuser.query("INSERT INTO intent_judge_days VALUES ($1, '2000-01-01', 1)", [organization]);
}

/** As if somebody had forgotten a password, and nobody would look at it for a day: it belongs to itself. */
async function withResetRequest(superuser: pg.Client, id: string): Promise<void> {
  await superuser.query(`INSERT INTO reset_requests VALUES ($1, 'nobody@example.com', now() + interval '1 day')`, [id]);
}

/** Counters as the job folds them, and changes that it cannot take while `keeper` holds on to them. */
async function withMetrics(superuser: pg.Client, keeper: pg.Client, organizations: readonly string[]): Promise<void> {
  const noted = "SELECT id, false, 'action', 'SUCCESS', 1 FROM unnest($1::uuid[]) AS id";
  await superuser.query(
    `INSERT INTO metric_totals (organization_id, simulated, subject, became, times) ${noted} ON CONFLICT DO NOTHING`,
    [organizations],
  );
  await superuser.query(
    `INSERT INTO metric_days (organization_id, day, subject, became, times)
     SELECT id, '2000-01-01', 'action', 'SUCCESS', 1 FROM unnest($1::uuid[]) AS id`,
    [organizations],
  );
  for (let held = 0; held < organizations.length; ) {
    await superuser.query(`INSERT INTO metric_changes (organization_id, simulated, subject, became, times) ${noted}`, [
      organizations,
    ]);
    await keeper.query('BEGIN');
    const { rows } = await keeper.query(
      'SELECT organization_id AS id FROM metric_changes WHERE organization_id = ANY ($1) FOR KEY SHARE SKIP LOCKED',
      [organizations],
    );
    held = new Set(rows.map(({ id }) => id)).size;
    if (held < organizations.length) await keeper.query('ROLLBACK');
  }
}

/** As if it paid, and something were not settled yet. */
async function withBilling(superuser: pg.Client, organization: string): Promise<void> {
  await superuser.query("INSERT INTO billing_customers VALUES ('cus_' || $1::text, $1::uuid)", [organization]);
  await superuser.query(
    `INSERT INTO subscription_events (event_id, customer_id, subscription_id, organization_id, second, kind, became)
     VALUES ('evt_' || $1::text, 'cus_' || $1::text, 'sub_1', $1::uuid, 1, 'changed', '{"status":"active","prices":[]}')`,
    [organization],
  );
}

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
      await withSignIn(superuser, id);
      await withResetRequest(superuser, id);
      await withBilling(superuser, id);
      await withJudgement(superuser, id);
    }
    await withMetrics(superuser, keeper, [mine.id, theirs.id]);
    const { rows } = await superuser.query<Table>(
      `SELECT c.relname AS name, CASE WHEN c.relname IN ('organizations', 'reset_requests') THEN 'id' ELSE 'organization_id' END AS owner
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND c.relname <> 'migrations' ORDER BY 1`,
    );
    tables = rows;
  });
  afterAll(() => Promise.all([service.end(), superuser.end(), keeper.end()]));

  /** Speaks for these organizations, and takes back whatever it did. */
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

  const owners = async ({ name, owner }: Table): Promise<string[]> =>
    (await service.query(`SELECT DISTINCT ${owner} AS id FROM ${name}`)).rows.map(({ id }) => id);

  it('covers every table there is, and each holds rows of both organizations', async () => {
    expect(tables.map(({ name }) => name)).toEqual([
      'action_details',
      'action_intents',
      'actions',
      'agent_rollbacks',
      'agents',
      'api_keys',
      'approval_grants',
      'approvals',
      'audit_entries',
      'audit_heads',
      'billing_customers',
      'credentials',
      'given_approvals',
      'idempotency_keys',
      'identities',
      'intent_counts',
      'intent_judge_days',
      'intent_judgements',
      'mailed_links',
      'metric_changes',
      'metric_days',
      'metric_totals',
      'organization_keys',
      'organizations',
      'policies',
      'reset_requests',
      'rollback_steps',
      'rollbacks',
      'session_intents',
      'sessions',
      'snapshots',
      'spent_states',
      'subscription_events',
      'usage_months',
      'users',
      'webhook_deliveries',
      'webhooks',
    ]);
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

  it('shows a batch of organizations theirs and nobody else', async () => {
    for (const table of tables) {
      const seen = await as([mine, theirs], () => owners(table));
      expect({ ...table, seen: seen.sort() }).toEqual({ ...table, seen: [mine.id, theirs.id].sort() });
    }
  });

  it('forgets the organization with the transaction that set it', async () => {
    await as([mine], () => owners({ name: 'users', owner: 'organization_id' }));
    expect(await owners({ name: 'users', owner: 'organization_id' })).toEqual([]);
  });

  const written = () => tables.filter(({ name }) => name !== 'action_details');

  it('lets nobody change or delete a row of another organization', async () => {
    expect(written()).toHaveLength(36);
    for (const { name, owner } of written()) {
      const changed = await as([mine], async () => ({
        update: (await service.query(`UPDATE ${name} SET ${owner} = ${owner} WHERE ${owner} = $1`, [theirs.id]))
          .rowCount,
        remove: (await service.query(`DELETE FROM ${name} WHERE ${owner} = $1`, [theirs.id])).rowCount,
      }));
      expect({ name, ...changed }).toEqual({ name, update: 0, remove: 0 });
    }
  });

  it('lets nobody write a row for another organization, or hand one over', async () => {
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
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations' ORDER BY 1`,
    );
    const lookedUp = [
      'agents',
      'api_keys',
      'approvals',
      'billing_customers',
      'identities',
      'mailed_links',
      'metric_changes',
      'organization_keys',
      'organizations',
      'reset_requests',
      'rollback_steps',
      'rollbacks',
      'session_intents',
      'sessions',
      'users',
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

  it('is passed only by functions that answer with identifiers, that nobody else may call', async () => {
    const { rows } = await superuser.query(
      `SELECT p.proname AS name, pg_get_function_result(p.oid) AS result, pg_get_userbyid(p.proowner) AS owner,
         p.proconfig AS settings, p.provolatile AS volatility, has_function_privilege('public', p.oid, 'EXECUTE') AS for_everybody
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef ORDER BY 1`,
    );
    const common = {
      owner: 'backstop_owner',
      settings: ['search_path=pg_catalog, public, pg_temp'],
      volatility: 's',
      for_everybody: false,
    };
    expect(rows).toEqual(
      [
        { name: 'deleted_organizations', result: 'SETOF uuid' },
        { name: 'due_approvals', result: 'TABLE(approval_id uuid, organization_id uuid)' },
        {
          name: 'due_deliveries',
          result: 'TABLE(delivery_id uuid, webhook_id uuid, organization_id uuid)',
        },
        { name: 'due_links', result: 'TABLE(link_id uuid, organization_id uuid)' },
        { name: 'due_reset_requests', result: 'TABLE(request_id uuid, user_id uuid, organization_id uuid)' },
        { name: 'due_rollbacks', result: 'TABLE(rollback_id uuid, organization_id uuid)' },
        { name: 'idle_sessions', result: 'TABLE(session_id uuid, organization_id uuid)' },
        { name: 'link_of_token', result: 'TABLE(link_id uuid, user_id uuid, organization_id uuid)' },
        { name: 'old_deliveries', result: 'TABLE(delivery_id uuid, organization_id uuid)' },
        { name: 'organization_of_api_key', result: 'uuid' },
        { name: 'organization_of_customer', result: 'uuid' },
        { name: 'organizations_behind', result: 'SETOF uuid' },
        { name: 'sessions_waiting_while_paused', result: 'TABLE(session_id uuid, organization_id uuid)' },
        { name: 'settled_approvals', result: 'SETOF uuid' },
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
    const item = { ord: 0, org: theirs.id, epoch: 1, quota: 10, id: '01890a5d-ac96-774b-bcce-b302099a8057', session };
    const more = {
      api_name: 'a.b',
      operation_type: 'READ',
      payload: {},
      payload_hash: 'x',
      status: 'SUCCESS',
      asks: false,
    };
    for (const org of [mine.id, theirs.id]) {
      const { rows } = await as([], () =>
        service.query('SELECT outcome FROM record_actions($1, $2, $3)', [
          [mine.id],
          [session],
          JSON.stringify([{ ...item, ...more, org, decision: 'ALLOW', policy_ids: [] }]),
        ]),
      );
      expect(rows).toEqual([{ outcome: 'no-session' }]);
    }
    const { actions } = (await theirs.operator.get(`/sessions/${session}`)).body.data;
    expect(actions).toEqual([]);
  });
});

describe('a role that row-level security does not bind', () => {
  const refusal = async (url: string): Promise<string> => {
    const started = await startService({ DATABASE_URL: url }).then(
      async (service) => {
        await service.stop();
        return 'it started';
      },
      (error: Error) => error.message,
    );
    return started;
  };
  const serviceUrl = process.env.TEST_DATABASE_URL ?? '';
  const database = new URL(serviceUrl).pathname;
  const withDatabase = (url = '') => url.replace(/\/[^/]*$/, database);

  it('is refused at boot, with a list that can be read: a superuser', async () => {
    const message = await refusal(withDatabase(process.env.TEST_SUPERUSER_URL));
    expect(message).toContain('the service did not start (1)');
    expect(message).toContain('DATABASE_URL must name a role that row-level security binds:');
    expect(message).toMatch(/ {2}- the role \w+ is a superuser/);
    expect(message).not.toContain('    at ');
  });

  it('is refused at boot, with a list that can be read: the owner of the tables', async () => {
    const message = await refusal(process.env.TEST_OWNER_URL ?? '');
    expect(message).toContain('DATABASE_URL must name a role that row-level security binds:');
    expect(message).toContain('  - the role backstop_owner owns, or may become the owner of, table users');
    expect(message).not.toContain('    at ');
  });

  it.each([
    ['with BYPASSRLS', 'BYPASSRLS', '', 'has BYPASSRLS'],
    ['who may become the owner', '', 'GRANT backstop_owner TO', 'may become the owner of, table users'],
  ])('is refused at boot: a role %s', async (_, attribute, grant, reason) => {
    const superuser = client(withDatabase(process.env.TEST_SUPERUSER_URL));
    const role = `unsafe_${Math.random().toString(36).slice(2)}`;
    await superuser.connect();
    try {
      await superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'unsafe' ${attribute}`);
      await superuser.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
      await superuser.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
      if (grant) await superuser.query(`${grant} ${role}`);
      const message = await refusal(serviceUrl.replace(/\/\/[^@]*@/, `//${role}:unsafe@`));
      expect(message).toContain(reason);
    } finally {
      await superuser.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await superuser.end();
    }
  });
});

describe('two organizations', () => {
  it('see nothing of each other, whichever route they read', async () => {
    const [mine, theirs] = await Promise.all([withEverything(), withEverything()]);
    const session = (await theirs.operator.get('/sessions')).body.data[0].id;
    const { data: approvals } = (await theirs.operator.get('/approvals?status=ALL')).body;
    const { data: agents } = (await theirs.operator.get('/agents')).body;
    const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
    const told = ({ status, body }: Answer) => ({ status, error: { ...body.error, requestId: '' } });
    const single = [
      `/sessions/${session}`,
      `/sessions/${session}/rollback`,
      `/approvals/${approvals[0].id}`,
      `/agents/${agents[0].id}`,
    ];
    expect(single).toHaveLength(4);
    for (const path of single) {
      expect((await theirs.operator.get(path)).status).toBe(200);
      const answer = await mine.operator.get(path);
      expect(answer.status).toBe(404);
      expect(told(answer)).toEqual(told(await mine.operator.get(path.replace(/[0-9a-f-]{36}/, absent))));
    }
    const lists = ['/sessions', '/agents', '/api-keys', '/policies', '/approvals?status=ALL', '/settings/credentials'];
    for (const path of lists) {
      const { data: own } = (await mine.operator.get(path)).body;
      const { data: others } = (await theirs.operator.get(path)).body;
      expect({ path, own: own.length > 0, others: others.length > 0 }).toEqual({ path, own: true, others: true });
      const strange = others.flatMap((row: { id?: string }) => row.id ?? []);
      const text = JSON.stringify(own);
      expect(strange.filter((id: string) => text.includes(id))).toEqual([]);
    }
  });

  it('never share an idempotency key', async () => {
    const [mine, theirs] = await Promise.all([newOrganization(), newOrganization()]);
    const body = { apiNamePattern: 'mail.*', action: 'ALLOW' };
    const [one, other] = [
      await mine.operator.post('/policies', body, 'same'),
      await theirs.operator.post('/policies', body, 'same'),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.headers.get('idempotency-replayed')).toBeNull();
    expect(other.body.data.id).not.toBe(one.body.data.id);
  });
});
