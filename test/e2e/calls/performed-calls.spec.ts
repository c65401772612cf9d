import { expectToBlock } from '../../support/blocks.js';
import { serviceA, serviceB, unique } from '../../support/client.js';
import { eventually } from '../../support/patience.mjs';
import { dropDatabases, newPerforming, UPDATE } from '../../support/performing.js';
import { newPool } from '../../support/pool.js';

afterAll(dropDatabases);

describe('POST /sessions/:id/actions with perform', () => {
  it("returns the database's answer, and a rollback undoes it from an exact snapshot", async () => {
    const world = await newPerforming();
    const asked = await world.perform(UPDATE.apiName, UPDATE.payload);
    expect(asked).toMatchObject({
      status: 201,
      body: {
        data: {
          status: 'SUCCESS',
          operationType: 'UPDATE',
          response: { command: 'UPDATE', rowCount: 1, rows: [{ id: 1, name: 'Customer 1', credit: 99 }] },
          snapshot: { captureFailed: false },
          performance: { state: 'done', attempts: 1, reason: null },
          violation: null,
        },
      },
    });
    expect(await world.credits()).toEqual(['1:99', '2:10', '3:10']);
    const { headers } = await world.read(asked.body.data.id);
    const path = `/sessions/${world.session}/actions/${asked.body.data.id}`;
    const etag = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await world.agent.request('GET', path, { headers: etag })).status).toBe(304);
    const undone = await world.agent.post(`/sessions/${world.session}/rollback`);
    expect(undone.body.data).toMatchObject({ displayStatus: 'REVERTED', results: [{ outcome: 'ROLLED_BACK' }] });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it.each([
    ['an insert', 'postgres.rows.insert', { table: 'customers', values: { name: 'Zoe', credit: 7 } }],
    ['a deletion', 'postgres.rows.delete', { table: 'customers', match: { id: { in: [2, 3] } } }],
    [
      'an expression',
      'postgres.rows.update',
      { table: 'customers', match: {}, values: { credit: 'credit * 2' }, expressions: ['credit'] },
    ],
    [
      'a free statement',
      'postgres.query',
      { sql: 'UPDATE customers SET credit = credit + $1 WHERE id < 3', values: [5] },
    ],
  ])('performs %s, which a rollback undoes', async (_, apiName, payload) => {
    const world = await newPerforming();
    const before = await world.credits();
    expect((await world.perform(apiName, payload)).body.data).toMatchObject({ status: 'SUCCESS' });
    expect(await world.credits()).not.toEqual(before);
    const undone = await world.agent.post(`/sessions/${world.session}/rollback`);
    expect(undone.body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await world.credits()).toEqual(before);
  });

  it.each(['CASCADE', 'SET NULL'])(
    'undoes a deletion with ON DELETE %s where no row came in between, and keeps no snapshot where one did',
    async (rule) => {
      const world = await newPerforming();
      const { pool } = world.database;
      await pool.query(`CREATE TABLE orders (customer int REFERENCES customers ON DELETE ${rule})`);
      const remove = (id: number, wait?: number) =>
        world.perform('postgres.rows.delete', { table: 'customers', match: { id } }, { wait });
      await remove(2);
      const blocker = await pool.connect();
      await blocker.query('BEGIN; INSERT INTO orders VALUES (3)');
      const { id } = (await remove(3, 0)).body.data;
      await expectToBlock(blocker, pool);
      await blocker.query('COMMIT');
      blocker.release();
      const done = await eventually(
        () => world.read(id),
        ({ body }) => body.data.performance.state === 'done',
      );
      expect(done.body.data).toMatchObject({ status: 'SUCCESS', snapshot: { captureFailed: true } });
      const undone = await world.operator.post(`/sessions/${world.session}/rollback`);
      expect(undone.body.data.results).toMatchObject([{ outcome: 'IRREVERSIBLE' }, { outcome: 'ROLLED_BACK' }]);
      expect(await world.credits()).toEqual(['1:10', '2:10']);
    },
  );

  it('is waited for, or taken back where it has not begun, by a revert in a session that stays open', async () => {
    const world = await newPerforming();
    const update = (id: number, wait: number) =>
      world.perform('postgres.rows.update', { table: 'customers', match: { id }, values: { credit: id } }, { wait });
    const first = (await update(1, 25)).body.data.id;
    const path = `/sessions/${world.session}`;
    const undone = await world.operator.post(`${path}/actions/${first}/rollback`);
    const blocker = await world.database.pool.connect();
    await blocker.query('BEGIN; UPDATE customers SET name = name WHERE id = 2');
    const running = (await update(2, 0)).body.data.id;
    await expectToBlock(blocker, world.database.pool);
    const queued = (await update(3, 0)).body.data.id;
    const reverted = world.operator.post(`${path}/rollback/${undone.body.data.rollbackId}/revert`);
    const isTakenBack = async () => (await world.read(queued)).body.data.status === 'REJECTED';
    expect(await eventually(isTakenBack)).toBe(true);
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
    await blocker.query('COMMIT');
    blocker.release();
    expect((await reverted).body.data.results).toMatchObject([{ outcome: 'REAPPLIED' }]);
    expect((await world.read(running)).body.data.status).toBe('SUCCESS');
    expect(await world.credits()).toEqual(['1:1', '2:2', '3:10']);
  });

  it('runs a read that cannot write, truncates long results, and leaves nothing to undo', async () => {
    const world = await newPerforming();
    const read = await world.perform('postgres.query', {
      sql: 'SELECT name FROM customers WHERE id = $1',
      values: [2],
    });
    expect(read.body.data).toMatchObject({
      status: 'SUCCESS',
      response: { command: 'SELECT', rowCount: 1, rows: [{ name: 'Customer 2' }] },
    });
    const many = await world.perform('postgres.query', { sql: 'SELECT n FROM generate_series(1, 5000) AS s (n)' });
    expect(many.body.data.response).toMatchObject({ rowCount: 1000, truncated: true });
    const large = await world.perform('postgres.query', {
      sql: "SELECT repeat('x', 100000) AS x FROM generate_series(1, 9)",
    });
    expect(large.body.data.response).toMatchObject({ rowCount: 2, truncated: true });
    // They are recorded and metered like other calls.
    expect((await world.operator.get('/me')).body.data.usage).toMatchObject({ actions: 3 });
    const undone = await world.agent.post(`/sessions/${world.session}/rollback`);
    expect(undone.body.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      Array(3).fill('ROLLED_BACK'),
    );
  });

  it('lists, gets, counts and searches rows, and what there is in the database, by the reads of the registry', async () => {
    const world = await newPerforming();
    const read = async (name: string, payload: object) => {
      const { body } = await world.perform(`postgres.${name}`, payload);
      expect([name, body.data.status, body.data.operationType]).toEqual([name, 'SUCCESS', 'READ']);
      return body.data.response.rows;
    };
    const table = 'customers';
    const order = [{ column: 'id', direction: 'desc' }];
    expect(await read('rows.list', { table, columns: ['id'], order, limit: 2 })).toEqual([{ id: 3 }, { id: 2 }]);
    expect(await read('rows.get', { table, match: { id: 2 } })).toMatchObject([{ name: 'Customer 2' }]);
    expect(await read('rows.count', { table, match: { id: { gt: 1 } } })).toEqual([{ count: '2' }]);
    expect(await read('rows.search', { table, text: 'omer 3' })).toMatchObject([{ id: 3 }]);
    expect(await read('rows.search', { table, text: 'omer _', columns: ['name'] })).toEqual([]);
    expect(await read('tables.list', { schema: 'public' })).toMatchObject([{ name: 'customers' }]);
    expect((await read('columns.list', { table })).map(({ name }: { name: string }) => name)).toEqual([
      ...['id', 'name', 'credit'],
    ]);
    expect(await read('indexes.list', { table })).toMatchObject([{ name: 'customers_pkey' }]);
    expect(await read('constraints.list', { table })).toContainEqual(expect.objectContaining({ type: 'PRIMARY KEY' }));
    for (const name of ['schemas.list', 'views.list', 'routines.list'])
      expect(await read(name, {})).toBeInstanceOf(Array);
    expect(await read('triggers.list', { table })).toEqual([]);
    const dirty = await world.operator.get(`/sessions/${world.session}/dirty`);
    expect(dirty.body.data).toMatchObject({ dirty: false });
  });

  it("is FAILED with the database's own words when the database refuses it", async () => {
    const world = await newPerforming();
    const payload = { table: 'customers', match: { id: 1 }, values: { credit: null } };
    const { body } = await world.perform('postgres.rows.update', payload);
    expect(body.data).toMatchObject({
      status: 'FAILED',
      response: { refusal: { code: '23502', message: expect.stringContaining('null value in column "credit"') } },
      performance: { state: 'done' },
    });
    const dirty = await world.operator.get(`/sessions/${world.session}/dirty`);
    expect(dirty.body.data).toMatchObject({ dirty: false });
  });

  it.each([
    ['the end of its transaction', 'COMMIT'],
    ['several statements', 'UPDATE customers SET credit = 1; COMMIT'],
    ['a stream', 'COPY customers TO STDOUT'],
  ])('does not perform %s', async (_, sql) => {
    const world = await newPerforming();
    expect((await world.perform('postgres.query', { sql })).body.data).toMatchObject({
      status: 'FAILED',
      response: { refusal: { message: expect.any(String) } },
    });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('performs once for one Idempotency-Key, asked twice at the same moment', async () => {
    const world = await newPerforming();
    const payload = { sql: 'UPDATE customers SET credit = credit + 1' };
    const key = unique('once');
    const [one, other] = await Promise.all([1, 2].map(() => world.perform('postgres.query', payload, { key })));
    expect(one?.body.data.id).toBe(other?.body.data.id);
    expect(await world.credits()).toEqual(['1:11', '2:11', '3:11']);
  });

  it('is recorded while another transaction holds its agent, and begins when that has ended', async () => {
    const world = await newPerforming();
    const asService = newPool({ connectionString: process.env.TEST_DATABASE_URL ?? '' });
    const holder = await asService.connect();
    await holder.query(`BEGIN; SET LOCAL app.organizations = '{${world.id}}'`);
    const held = await holder.query('SELECT FROM agents WHERE slug = $1 FOR NO KEY UPDATE', [world.agentId]);
    const asked = await world.perform(UPDATE.apiName, UPDATE.payload, { wait: 0 });
    await holder.query('ROLLBACK');
    holder.release();
    await asService.end();
    expect(held.rowCount).toBe(1);
    expect(asked.body.data).toMatchObject({ status: 'CLEARED', performance: { state: 'queued', attempts: 0 } });
    const done = await eventually(
      () => world.read(asked.body.data.id),
      ({ body }) => body.data.performance.state === 'done',
    );
    expect(done.body.data).toMatchObject({ status: 'SUCCESS', performance: { attempts: 1 } });
    expect(await world.credits()).toEqual(['1:99', '2:10', '3:10']);
  });

  it('returns 403 operation-not-offered for what no credential offers, also right after the offer ended', async () => {
    const world = await newPerforming(['postgres.rows.*']);
    const query = await world.perform('postgres.query', { sql: 'SELECT 1' });
    expect([query.status, query.body.error.type]).toEqual([403, expect.stringMatching(/operation-not-offered$/)]);
    expect((await world.perform('stripe.refunds.create', {})).status).toBe(403);
    const listed = await world.operator.put('/settings/credentials/postgres', { agentOperations: [] });
    expect(listed.body.data).toMatchObject({ agentOperations: [], fields: ['connectionString'] });
    for (const service of [serviceA, serviceB]) {
      const by = world.agent.at(service);
      expect((await world.perform(UPDATE.apiName, UPDATE.payload, { by })).status).toBe(403);
    }
    const audit = await world.operator.get('/audit-logs');
    expect(audit.body.data[0]).toMatchObject({
      action: 'credential.replaced',
      before: { agentOperations: ['postgres.rows.*'] },
      after: { agentOperations: [] },
    });
  });

  it('returns 400 for a payload that does not match the schema; a request without perform never does for that', async () => {
    const world = await newPerforming();
    const payload = { table: 'customers', match: { id: 1 } };
    expect((await world.perform('postgres.rows.update', payload)).body.error).toMatchObject({
      status: 400,
      errors: [{ field: 'payload', message: expect.stringContaining('values') }],
    });
    const asked = await world.agent.post(`/sessions/${world.session}/actions`, {
      apiName: 'postgres.rows.update',
      operationType: 'UPDATE',
      payload,
    });
    expect(asked).toMatchObject({ status: 201, body: { data: { performance: null } } });
  });

  it('performs nothing in a session of a test key', async () => {
    const world = await newPerforming();
    const session = (await world.testAgent.post('/sessions', { agentId: unique('agent'), intent: 'try' })).body.data.id;
    const asked = await world.testAgent.post(`/sessions/${session}/actions`, { ...UPDATE, perform: true });
    expect(asked.body.data).toMatchObject({ status: 'SUCCESS', response: { simulated: true }, simulated: true });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('is not confirmed by a client: PATCH returns 409 illegal-transition', async () => {
    const world = await newPerforming();
    const { id } = (await world.perform(UPDATE.apiName, UPDATE.payload)).body.data;
    const path = `/sessions/${world.session}/actions/${id}`;
    for (const status of ['SUCCESS', 'FAILED', 'UNKNOWN']) {
      const confirmed = await world.agent.patch(path, { status });
      expect([confirmed.status, confirmed.body.error.type]).toEqual([
        409,
        expect.stringMatching(/illegal-transition$/),
      ]);
    }
  });
});

describe('a performed call that needs an approval', () => {
  const gated = async () => {
    const world = await newPerforming();
    await world.operator.post('/policies', { apiNamePattern: 'postgres.rows.*', action: 'REQUIRE_APPROVAL' });
    const asked = (await world.perform(UPDATE.apiName, UPDATE.payload)).body.data;
    return { world, asked };
  };

  it('waits with the state that the person is shown, and is performed by the approval itself', async () => {
    const { world, asked } = await gated();
    expect(asked).toMatchObject({
      status: 'PENDING_APPROVAL',
      performance: { state: 'waiting', startedAt: null },
      snapshot: { captureFailed: false },
    });
    const card = await world.operator.get(`/approvals/${asked.approval.id}`);
    expect(card.body.data.context.difference).toEqual([
      { field: expect.stringContaining('credit'), before: '10', after: 99 },
    ]);
    const { headers } = await world.read(asked.id);
    await world.operator.post(`/approvals/${asked.approval.id}/approve`);
    const etag = headers.get('etag') ?? '';
    const changed = await world.agent.request('GET', `/sessions/${world.session}/actions/${asked.id}?wait=20`, {
      headers: { 'if-none-match': etag },
    });
    expect(changed.status).toBe(200);
    let now = changed.body.data;
    while (now.performance.state !== 'done') now = (await world.read(asked.id)).body.data;
    expect(now).toMatchObject({
      status: 'SUCCESS',
      formerSnapshot: { precaptureId: asked.precaptureId },
      performance: { state: 'done', attempts: 1 },
    });
    const listed = await world.operator.get('/approvals?status=APPROVED');
    expect(listed.body.data).toMatchObject([{ actionStatus: 'SUCCESS', unconfirmed: false }]);
    expect((await world.agent.post(`/sessions/${world.session}/rollback`)).body.data.displayStatus).toBe('REVERTED');
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('is not performed after a rejection', async () => {
    const { world, asked } = await gated();
    await world.operator.post(`/approvals/${asked.approval.id}/reject`, {});
    expect((await world.read(asked.id)).body.data).toMatchObject({
      status: 'REJECTED',
      performance: { state: 'done', attempts: 0 },
    });
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('is withdrawn by its agent, and its approval leaves the inbox', async () => {
    const { world, asked } = await gated();
    const taken = await world.agent.post(`/sessions/${world.session}/actions/${asked.id}/cancel`);
    expect(taken).toMatchObject({
      status: 200,
      body: { data: { status: 'REJECTED', performance: { state: 'done', reason: 'cancelled', attempts: 0 } } },
    });
    expect((await world.operator.get('/approvals')).body.data).toEqual([]);
    const again = await world.agent.post(`/sessions/${world.session}/actions/${asked.id}/cancel`);
    expect([again.status, again.body.error.type]).toEqual([409, expect.stringMatching(/already-begun$/)]);
  });

  it('keeps the session from being completed: PATCH returns 409 calls-open', async () => {
    const { world, asked } = await gated();
    const completed = await world.agent.patch(`/sessions/${world.session}`, { status: 'COMPLETED' });
    expect([completed.status, completed.body.error.type]).toEqual([409, expect.stringMatching(/calls-open$/)]);
    await world.agent.post(`/sessions/${world.session}/actions/${asked.id}/cancel`);
    expect((await world.agent.patch(`/sessions/${world.session}`, { status: 'COMPLETED' })).status).toBe(200);
  });
});

describe('a performed call that waits for a lock in the database', () => {
  /** A transaction of another client holds the row; the first call runs, the second one waits for its turn. */
  const heldUp = async () => {
    const world = await newPerforming();
    const client = await world.database.pool.connect();
    await client.query('BEGIN; UPDATE customers SET credit = 50 WHERE id = 1');
    const first = (await world.perform(UPDATE.apiName, UPDATE.payload, { wait: 0 })).body.data;
    const second = (await world.perform('postgres.query', { sql: 'DELETE FROM customers' }, { wait: 0 })).body.data;
    let state = '';
    while (state !== 'running') state = (await world.read(first.id)).body.data.performance.state;
    const letGo = async () => {
      await client.query('COMMIT');
      client.release();
    };
    return { world, first, second, letGo };
  };

  it('captures the value it replaced, not the one at the time of the request', async () => {
    const { world, first, second, letGo } = await heldUp();
    await world.agent.post(`/sessions/${world.session}/actions/${second.id}/cancel`);
    const running = await world.agent.post(`/sessions/${world.session}/actions/${first.id}/cancel`);
    expect([running.status, running.body.error.type]).toEqual([409, expect.stringMatching(/already-begun$/)]);
    await letGo();
    const undone = await world.agent.post(`/sessions/${world.session}/rollback`);
    expect(undone.body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await world.credits()).toEqual(['1:50', '2:10', '3:10']);
  });

  it('answers after the seconds of wait what there is, and 400 for a wait that is none', async () => {
    const { world, first, letGo } = await heldUp();
    const asked = await world.perform(
      'postgres.query',
      { sql: 'UPDATE customers SET credit = 1 WHERE id = 1' },
      { wait: 1 },
    );
    expect([asked.status, asked.body.data.status, asked.body.data.performance.state]).toEqual([
      201,
      'CLEARED',
      expect.stringMatching(/^(queued|running)$/),
    ]);
    for (const wait of [-1, 61, 1.5]) {
      const refused = await world.perform(UPDATE.apiName, UPDATE.payload, { wait });
      expect([wait, refused.status, refused.body.error.type]).toEqual([wait, 400, expect.stringMatching(/validation/)]);
    }
    await letGo();
    await eventually(
      async () => (await world.read(first.id)).body.data.status,
      (status) => status === 'SUCCESS',
    );
  });

  it('delays a rollback, which withdraws a call that has not begun', async () => {
    const { world, first, second, letGo } = await heldUp();
    const rollback = world.agent.post(`/sessions/${world.session}/rollback`);
    let state = '';
    while (state !== 'done') state = (await world.read(second.id)).body.data.performance.state;
    await letGo();
    expect((await rollback).body.data).toMatchObject({ displayStatus: 'REVERTED' });
    expect((await world.read(second.id)).body.data).toMatchObject({
      status: 'REJECTED',
      performance: { reason: 'rolled-back', attempts: 0 },
    });
    expect((await world.read(first.id)).body.data.status).toBe('ROLLED_BACK');
    expect(await world.credits()).toEqual(['1:50', '2:10', '3:10']);
  });

  it('delays a purge', async () => {
    const { world, letGo } = await heldUp();
    const purge = world.operator.delete(`/sessions/${world.session}/purge`);
    await letGo();
    expect((await purge).status).toBe(200);
    expect(await world.credits()).toEqual(['1:99', '2:10', '3:10']);
  });

  it('of a paused agent finishes, and the next one does not begin', async () => {
    const { world, first, second, letGo } = await heldUp();
    const [agent] = (await world.operator.get('/agents')).body.data;
    const pause = world.operator.put(`/agents/${agent.id}`, { status: 'PAUSED' });
    let state = '';
    while (state !== 'done') state = (await world.read(second.id)).body.data.performance.state;
    await letGo();
    expect((await pause).status).toBe(200);
    expect((await world.read(first.id)).body.data.status).toBe('SUCCESS');
    expect((await world.read(second.id)).body.data).toMatchObject({
      status: 'REJECTED',
      performance: { reason: 'agent-paused' },
    });
    expect(await world.credits()).toEqual(['1:99', '2:10', '3:10']);
  });
});
