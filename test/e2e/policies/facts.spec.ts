import { Caller, newOrganization, newSession, type Organization } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';
import { call, errorOf, expectConsistent, gated, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

type Condition = { readonly field: string; readonly operator: string; readonly value: unknown };
const where = (field: string, operator: string, value: unknown): Condition => ({ field, operator, value });

async function policy(apiNamePattern: string, condition: object | null, action = 'BLOCK'): Promise<string> {
  const answer = await organization.operator.post('/policies', { apiNamePattern, condition, action });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

/** CLEARED, PENDING_APPROVAL, or the code of the refusal. */
async function asks(apiName: string, payload: object, more: object = {}, caller: Caller = organization.agent) {
  const answer = await caller.post(`/sessions/${session}/actions`, call({ apiName, payload, ...more }));
  return answer.body.data?.status ?? errorOf(answer);
}
const runs = (connector: string, sql: string) => asks(`${connector}.query`, { sql });

describe('a policy that blocks postgres.* where `table` is customers', () => {
  const named = [where('table', 'eq', 'customers'), where('target.table', 'eq', 'customers')];

  it.each(named)('blocks each way to name the table in a row operation: %j', async (condition) => {
    await policy('postgres.*', condition);
    for (const table of [
      'customers',
      'public.customers',
      'Customers',
      '"customers"',
      'PUBLIC."customers"',
      'db.public.customers',
    ]) {
      const payload = { table, match: { id: 1 } };
      expect([table, await asks('postgres.rows.delete', payload)]).toEqual([table, 'policy-blocked']);
    }
    expect(await asks('postgres.rows.delete', { table: 'orders', match: { id: 1 } })).toBe('CLEARED');
    expect(await asks('postgres.rows.delete', { table: 'public.orders', match: { id: 1 } })).toBe('CLEARED');
  });

  it.each(named)('blocks each statement that touches the table: %j', async (condition) => {
    await policy('postgres.*', condition);
    const blocked = [
      'TRUNCATE customers',
      'TRUNCATE ONLY "public"."customers"',
      'truncate table orders, Customers',
      'TRUNCATE orders CASCADE',
      'INSERT INTO customers (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET name = excluded.name',
      'INSERT INTO customers SELECT * FROM imported',
      'WITH gone AS (DELETE FROM customers RETURNING id) SELECT count(*) FROM gone',
      'WITH customers AS (SELECT 1) DELETE FROM public.customers',
      'MERGE INTO customers USING orders ON customers.id = orders.customer WHEN MATCHED THEN DELETE',
      'COPY customers FROM STDIN',
      'DROP TABLE customers',
      'ALTER TABLE customers RENAME TO others',
      'SELECT * INTO copied FROM customers',
      'SELECT 1; DELETE FROM customers',
      'DELETE /* orders */ FROM -- orders\n customers',
      'DELETE FROM U&"c\\0075stomers"',
      'DO $$ BEGIN DELETE FROM customers; END $$',
      "SELECT run_sql('DELETE FROM customers')",
      'CALL tidy_up()',
      'EXECUTE prepared',
      'DROP SCHEMA public CASCADE',
      'this is no SQL',
    ];
    for (const sql of blocked) expect([sql, await runs('postgres', sql)]).toEqual([sql, 'policy-blocked']);
    for (const sql of [
      'TRUNCATE orders',
      'INSERT INTO orders SELECT * FROM imported',
      "UPDATE orders SET note = 'customers'",
    ])
      expect([sql, await runs('postgres', sql)]).toEqual([sql, 'CLEARED']);
    expect(await asks('postgres.query', { unrepresentable: true })).toBe('policy-blocked');
    expect(await asks('postgres.query', { table: 'orders', sql: 'TRUNCATE customers' })).toBe('policy-blocked');
    await expectConsistent(session);
  });

  it('is recorded, and gives a report of a call that ran the same words', async () => {
    const id = await policy('postgres.*', where('table', 'eq', 'customers'));
    const payload = { sql: 'TRUNCATE customers' };
    expect(await asks('postgres.query', payload, { status: 'SUCCESS', response: null })).toBe('policy-blocked');
    const [action] = (await organization.operator.get(`/sessions/${session}`)).body.data.actions;
    expect(action).toMatchObject({ violation: 'blocked', policy: { decision: 'BLOCK', policyIds: [id] } });
  });
});

describe('a policy on an operation that another call may do', () => {
  it('holds for a statement that does it, whatever the agent says that it may do', async () => {
    await policy('postgres.rows.delete', null);
    for (const sql of [
      'DELETE FROM a',
      'TRUNCATE a',
      'WITH x AS (DELETE FROM a RETURNING 1) SELECT 1 FROM x',
      'CALL tidy_up()',
    ])
      expect([sql, await runs('postgres', sql)]).toEqual([sql, 'policy-blocked']);
    expect(await runs('postgres', 'UPDATE a SET b = 1')).toBe('CLEARED');
    expect(await asks('postgres.query', { sql: 'DELETE FROM a' }, { mayDo: ['postgres.rows.insert'] })).toBe(
      'policy-blocked',
    );

    await policy('mysql.*', where('operationType', 'eq', 'DELETE'));
    expect(await runs('mysql', 'DELETE FROM a LIMIT 1')).toBe('policy-blocked');
    expect(await runs('mysql', 'INSERT INTO a VALUES (1)')).toBe('CLEARED');

    await policy('redis.keys.del', where('key', 'starts_with', 'session:'));
    const command = (name: string, key: string) => asks('redis.commands.execute', { command: name, args: [key] });
    expect(await command('DEL', 'session:1')).toBe('policy-blocked');
    expect(await command('DEL', 'cart:1')).toBe('CLEARED');
    expect(await command('APPEND', 'session:1')).toBe('CLEARED');
  });
});

describe('a policy that allows', () => {
  it('is matched only by the certain facts of every table of the call', async () => {
    const id = await policy('postgres.*', where('target.table', 'in', ['orders', 'public.orders']), 'ALLOW');
    const matched = async (sql: string) => {
      const { body } = await organization.operator.post(
        `/sessions/${session}/actions`,
        call({ apiName: 'postgres.query', payload: { sql } }),
      );
      return body.data.policy.policyIds;
    };
    expect(await matched('DELETE FROM orders')).toEqual([id]);
    expect(await matched('DELETE FROM public.orders')).toEqual([id]);
    expect(await matched('DELETE FROM orders WHERE id IN (SELECT id FROM customers)')).toEqual([]);
    expect(await matched('DELETE FROM other.orders')).toEqual([]);
    expect(await matched('CALL tidy_up()')).toEqual([]);
  });
});

describe('a policy on a path', () => {
  it.each([where('path', 'starts_with', '/admin'), where('target.path', 'starts_with', '/admin')])(
    'blocks every way to write it: %j',
    async (condition) => {
      await policy('http.*', condition);
      const paths = [
        ...[
          '/admin',
          '/%61dmin/users',
          '/%2561dmin',
          '/Admin',
          '//admin',
          '/./admin',
          '/x/../admin',
          '/x/%2e%2e/admin',
        ],
        ...['/x/..%2fadmin', '/\\admin', '/%5cadmin', '/;v=1/admin', '/admin?as=user', '/%zz', '/\uff41dmin'],
      ];
      for (const path of paths)
        expect([path, await asks('http.requests.delete', { path })]).toEqual([path, 'policy-blocked']);
      for (const path of ['/users', '/users/admin', '/users/%61dmin', '/users/a%20b'])
        expect([path, await asks('http.requests.delete', { path })]).toEqual([path, 'CLEARED']);
    },
  );
});

describe('a policy on a key, a bucket, a verb or a repository', () => {
  it('blocks the commands and copies that reach it', async () => {
    await policy('redis.*', where('key', 'starts_with', 'session:'));
    const command = (name: string, ...args: string[]) => asks('redis.commands.execute', { command: name, args });
    expect(await asks('redis.keys.set', { key: 'session:1', value: '' })).toBe('policy-blocked');
    expect(await asks('redis.keys.del', { keys: ['cart:1', 'session:1'] })).toBe('policy-blocked');
    expect(await asks('redis.keys.rename', { key: 'cart:1', newKey: 'session:1' })).toBe('policy-blocked');
    expect(await command('GETDEL', 'session:1')).toBe('policy-blocked');
    expect(await command('eval', 'return 1', '0')).toBe('policy-blocked');
    expect(await asks('redis.database.flush', {})).toBe('policy-blocked');
    expect(await asks('redis.keys.del', { keys: ['cart:1'] })).toBe('CLEARED');
    expect(await command('getdel', 'cart:1')).toBe('CLEARED');

    await policy('s3.*', where('target.bucket', 'eq', 'invoices'));
    const copy = { Bucket: 'public', Key: 'a', CopySource: '/invoices/a' };
    expect(await asks('s3.objects.copy', copy)).toBe('policy-blocked');
    expect(await asks('s3.commands.send', { command: 'RenameObject', input: { Bucket: 'invoices', Key: 'a' } })).toBe(
      'policy-blocked',
    );
    expect(await asks('s3.objects.copy', { ...copy, CopySource: 'public/a' })).toBe('CLEARED');

    await policy('*', where('statement.verb', 'in', ['delete', 'drop']));
    expect(await runs('mysql', 'DELETE FROM a WHERE id = 1')).toBe('policy-blocked');
    expect(await runs('mysql', '/*!50000 DELETE */ FROM a')).toBe('policy-blocked');
    expect(await runs('postgres', 'TRUNCATE a')).toBe('policy-blocked');
    expect(await runs('mysql', 'UPDATE a SET b = 1 WHERE id = 1')).toBe('CLEARED');

    await policy('github.*', where('target.repository', 'eq', 'acme/shop'));
    const issue = { issue_number: 1, title: 'a' };
    expect(await asks('github.issues.update', { owner: 'Acme', repo: 'Shop', ...issue })).toBe('policy-blocked');
    expect(await asks('github.issues.update', { owner: 'acme', repo: 'site', ...issue })).toBe('CLEARED');
  });

  it('holds for the table of a statement to MySQL and of a call to DynamoDB', async () => {
    await policy('mysql.*', where('table', 'eq', 'customers'));
    const blocked = [
      ...[
        'TRUNCATE customers',
        'REPLACE INTO customers VALUES (1)',
        'DELETE c FROM customers c JOIN orders o ON o.id = c.id',
      ],
      ...['INSERT INTO customers (id) VALUES (1) ON DUPLICATE KEY UPDATE id = 2', 'DELETE FROM `shop`.`customers`'],
      ...['DELETE FROM orders; DELETE FROM customers', 'DELETE /* x */ FROM customers # y', 'CALL tidy_up()'],
      ...['SELECT tidy_up(1)', 'INSERT INTO orders SELECT * FROM customers', 'DELETE FROM CUSTOMERS'],
    ];
    for (const sql of blocked) expect([sql, await runs('mysql', sql)]).toEqual([sql, 'policy-blocked']);
    for (const sql of ['TRUNCATE orders', "UPDATE orders SET note = 'customers' -- b\n WHERE id = 1"])
      expect([sql, await runs('mysql', sql)]).toEqual([sql, 'CLEARED']);

    await policy('dynamodb.*', where('TableName', 'eq', 'customers'));
    const TableName = 'arn:aws:dynamodb:eu-west-1:1:table/customers';
    expect(await asks('dynamodb.items.delete', { TableName, Key: { id: { S: '1' } } })).toBe('policy-blocked');
    expect(
      await asks('dynamodb.items.transactWrite', { TransactItems: [{ Delete: { TableName: 'customers' } }] }),
    ).toBe('policy-blocked');
    expect(await asks('dynamodb.statements.execute', { Statement: 'DELETE FROM "customers"' })).toBe('policy-blocked');
    expect(await asks('dynamodb.items.delete', { TableName: 'orders', Key: { id: { S: '1' } } })).toBe('CLEARED');
  });
});

describe('a condition on an argument that the call does not have', () => {
  it('holds in a policy that blocks or requires approval, unless the condition needs the argument', async () => {
    await policy('shop.refunds.*', where('amount', 'gt', 500));
    const stated = { all: [where('amount', 'exists', true), where('amount', 'gt', 500)] };
    await policy('shop.returns.*', stated, 'REQUIRE_APPROVAL');
    expect(await asks('shop.refunds.create', { charge: 'c' })).toBe('policy-blocked');
    expect(await asks('shop.refunds.create', { amount: 500 })).toBe('CLEARED');
    expect(await asks('shop.returns.create', { charge: 'c' })).toBe('CLEARED');
    expect(await asks('shop.returns.create', { amount: 501 })).toBe('PENDING_APPROVAL');
  });
});

describe('the facts of edited arguments', () => {
  it('are those of the edit', async () => {
    await policy('postgres.*', where('table', 'eq', 'customers'));
    const payload = { sql: 'TRUNCATE orders' };
    const { approvalId } = await gated(organization.agent, session, { apiName: 'postgres.query', payload });
    const edited = await organization.operator.post(`/approvals/${approvalId}/approve`, {
      payload: { sql: 'TRUNCATE customers' },
    });
    expect(errorOf(edited)).toBe('policy-blocked');
    await policy('postgres.rows.delete', null);
    const deleting = { payload: { sql: 'DELETE FROM stock' } };
    const other = await organization.operator.post(`/approvals/${approvalId}/approve`, deleting);
    expect(errorOf(other)).toBe('policy-blocked');
    const approved = await organization.operator.post(`/approvals/${approvalId}/approve`, {
      payload: { sql: 'UPDATE stock SET id = 1' },
    });
    expect(approved.status).toBe(200);
  });
});

describe('POST /policies/simulate', () => {
  it('compares the facts of past calls', async () => {
    for (const sql of ['TRUNCATE customers', 'TRUNCATE orders', 'CALL tidy_up()'])
      expect(await runs('postgres', sql)).toBe('CLEARED');
    const draft = {
      apiNamePattern: 'postgres.*',
      action: 'BLOCK',
      condition: where('target.table', 'eq', 'customers'),
    };
    const { data } = (await organization.operator.post('/policies/simulate', draft)).body;
    expect(data).toMatchObject({ evaluated: 3, matched: 2 });
    const deletions = { apiNamePattern: 'postgres.rows.delete', action: 'BLOCK' };
    expect((await organization.operator.post('/policies/simulate', deletions)).body.data.matched).toBe(3);
  });
});

describe('a policy on calls that cannot be undone', () => {
  let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  beforeAll(async () => {
    database = await newCustomerDatabase();
    await database.pool.query(`CREATE TABLE customers (id int PRIMARY KEY, name text); CREATE TABLE keyless (id int, name text);
      INSERT INTO customers VALUES (1, 'Ada'); INSERT INTO keyless VALUES (1, 'Ada')`);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const values = { connectionString: database.url };
    expect((await organization.operator.put('/settings/credentials/postgres', { values })).status).toBe(200);
  });

  const captured = async (apiName: string, payload: object) =>
    (await organization.agent.post(`/sessions/${session}/actions/precapture`, { apiName, payload })).body.data;
  const asksCaptured = async (apiName: string, payload: object) => {
    const { precaptureId } = await captured(apiName, payload);
    return asks(apiName, payload, { precaptureId });
  };
  const deletion = (table: string) => ({ table, match: { id: 1 } });

  it.each([where('reversibility', 'neq', 'exact'), where('captureFailed', 'eq', true)])(
    'holds for a call whose state was not captured: %j',
    async (condition) => {
      await policy('postgres.*', condition, 'REQUIRE_APPROVAL');
      expect(await asksCaptured('postgres.rows.delete', deletion('keyless'))).toBe('PENDING_APPROVAL');
      expect(await asks('postgres.rows.delete', deletion('customers'))).toBe('PENDING_APPROVAL');
      expect(await asksCaptured('postgres.rows.delete', deletion('customers'))).toBe('CLEARED');
      await expectConsistent(session);
    },
  );

  it('reads the reversibility of this very statement', async () => {
    await policy('postgres.*', where('reversibility', 'neq', 'exact'), 'REQUIRE_APPROVAL');
    expect(await asksCaptured('postgres.query', { sql: "UPDATE customers SET name = 'Eve' WHERE id = 1" })).toBe(
      'CLEARED',
    );
    expect(await asksCaptured('postgres.query', { sql: 'TRUNCATE customers' })).toBe('PENDING_APPROVAL');
    expect(await asks('postgres.query', { sql: "UPDATE customers SET name = 'Eve' WHERE id = 1" })).toBe(
      'PENDING_APPROVAL',
    );
  });

  it('is not satisfied by the capture of another call, and holds for edited arguments', async () => {
    await policy('postgres.*', where('captureFailed', 'eq', true));
    const { precaptureId } = await captured('postgres.rows.delete', deletion('customers'));
    expect(await asks('postgres.rows.delete', deletion('keyless'), { precaptureId })).toBe('policy-blocked');
    const payload = deletion('customers');
    const { approvalId } = await gated(organization.agent, session, {
      apiName: 'postgres.rows.delete',
      payload,
      precaptureId,
    });
    const edit = { payload: { ...payload, match: { id: 2 } } };
    expect(errorOf(await organization.operator.post(`/approvals/${approvalId}/approve`, edit))).toBe('policy-blocked');
    expect((await organization.operator.post(`/approvals/${approvalId}/approve`, {})).status).toBe(200);
  });

  it('is evaluated for a capture that replaces the requested one', async () => {
    await database.pool.query('CREATE TABLE stock (id int PRIMARY KEY); INSERT INTO stock VALUES (1)');
    const id = await policy('postgres.*', where('captureFailed', 'eq', true));
    const [apiName, payload] = ['postgres.rows.delete', deletion('stock')];
    const { precaptureId } = await captured(apiName, payload);
    const { approvalId, actionId } = await gated(organization.agent, session, { apiName, payload, precaptureId });
    expect((await organization.operator.post(`/approvals/${approvalId}/approve`, {})).status).toBe(200);
    const again = () =>
      organization.agent.post(`/sessions/${session}/actions/precapture`, { apiName, payload, actionId });
    await database.pool.query('ALTER TABLE stock DROP CONSTRAINT stock_pkey');
    const refused = await again();
    expect([errorOf(refused), refused.body.error.policyIds]).toEqual(['policy-blocked', [id]]);
    await database.pool.query('ALTER TABLE stock ADD PRIMARY KEY (id)');
    expect((await again()).body.data.captureFailed).toBe(false);
  });

  it('counts the name of the operation alone in a simulated session, which captures nothing', async () => {
    await policy('postgres.*', where('captureFailed', 'eq', true));
    session = await newSession(organization.testAgent);
    expect(await asks('postgres.rows.delete', deletion('customers'), {}, organization.testAgent)).toBe('CLEARED');
  });
});
