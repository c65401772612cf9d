import { Caller, newOrganization, serviceA, serviceB, unique } from '../../support/client.js';
import { dropDatabases, newPerforming, type Performing, UPDATE } from '../../support/performing.js';

afterAll(dropDatabases);

const PASSWORD = 'Zq7-correct-horse-battery-9';
const shown = (answer: unknown) => JSON.stringify(answer);

/** The credential is that of a role which sees one row of two. */
async function withRole(): Promise<Performing> {
  const world = await newPerforming();
  const role = unique('role').replaceAll('-', '_');
  await world.database.pool.query(`
    CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}';
    CREATE TABLE tenants (id int PRIMARY KEY, tenant text, note text);
    INSERT INTO tenants VALUES (1, 'ours', 'a'), (2, 'theirs', 'b');
    ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON tenants TO ${role} USING (tenant = 'ours');
    GRANT ALL ON tenants, customers TO ${role};`);
  const url = new URL(world.database.url);
  url.username = role;
  url.password = PASSWORD;
  await world.operator.put('/settings/credentials/postgres', { values: { connectionString: url.href } });
  return world;
}

describe("an agent's access through performed calls", () => {
  it("is that of the credential's role: row-level security holds for reads and writes", async () => {
    const world = await withRole();
    const read = await world.perform('postgres.query', { sql: 'SELECT id FROM tenants' });
    expect(read.body.data.response.rows).toEqual([{ id: 1 }]);
    const write = await world.perform('postgres.query', { sql: "UPDATE tenants SET note = 'x'" });
    expect(write.body.data).toMatchObject({
      status: 'SUCCESS',
      response: { rowCount: 1 },
      snapshot: { captureFailed: true },
    });
    const { rows } = await world.database.pool.query('SELECT id, note FROM tenants ORDER BY id');
    expect(rows).toEqual([
      { id: 1, note: 'x' },
      { id: 2, note: 'b' },
    ]);
  });

  it('shows no secret of the credential in any answer, however the statement spells it', async () => {
    const world = await withRole();
    const half = `'${PASSWORD.slice(0, 5)}' || '${PASSWORD.slice(5)}'`;
    const spelled = [
      half,
      `encode((${half})::bytea, 'hex')`,
      `upper(encode((${half})::bytea, 'hex'))`,
      `encode((${half})::bytea, 'base64')`,
      `encode(('x' || ${half})::bytea, 'base64')`,
      `json_build_object('a', ${half})`,
      `ARRAY[${half}]`,
    ];
    const before = await world.perform('postgres.query', { sql: "SELECT 'plain words' AS said" });
    expect(before.body.data.response.rows).toEqual([{ said: 'plain words' }]);
    for (const sql of spelled) {
      const { body } = await world.perform('postgres.query', { sql: `SELECT ${sql} AS said` });
      expect(body.data.status).toBe('SUCCESS');
      const said = shown([body.data.response]);
      for (const form of [
        PASSWORD,
        Buffer.from(PASSWORD).toString('hex'),
        Buffer.from(PASSWORD).toString('base64').slice(2, -4),
      ])
        expect(said.toLowerCase()).not.toContain(form.toLowerCase());
      expect(said).toContain('…');
    }
    const refusal = await world.perform('postgres.query', { sql: `SELECT (${half})::int` });
    expect(refusal.body.data).toMatchObject({ status: 'FAILED' });
    expect(shown(refusal.body.data.response)).not.toContain(PASSWORD);
  });

  it('is hidden from another organization, which finds no such action', async () => {
    const world = await newPerforming();
    const { id } = (await world.perform(UPDATE.apiName, UPDATE.payload)).body.data;
    const stranger = await newOrganization(serviceB);
    const path = `/sessions/${world.session}/actions/${id}`;
    for (const answer of [await stranger.agent.get(path), await stranger.agent.post(`${path}/cancel`)])
      expect(answer.status).toBe(404);
    const theirs = await stranger.agent.post(`/sessions/${world.session}/actions`, { ...UPDATE, perform: true });
    expect([theirs.status, await world.credits()]).toEqual([403, ['1:99', '2:10', '3:10']]);
  });

  it('is shown over no interface to the key of another agent, and over each of them to its own', async () => {
    const world = await newPerforming();
    const mark = unique('mark');
    const sql = `SELECT '${mark.slice(0, 8)}' || '${mark.slice(8)}' AS said`;
    const key = unique('key');
    const ask = { apiName: 'postgres.query', payload: { sql }, perform: true };
    const path = `/sessions/${world.session}`;
    const asked = await world.agent.post(`${path}/actions`, ask, key);
    const boundTo = async (agentId: string) => {
      const made = await world.operator.post('/api-keys', { name: agentId, kind: 'live', agentId });
      return new Caller(serviceA, made.body.data.key);
    };
    const answersTo = async (caller: Caller) => [
      await caller.get(`${path}/actions/${asked.body.data.id}`),
      await caller.get(`${path}/actions/${asked.body.data.id}?wait=1`),
      await caller.get(path),
      await caller.get(`${path}/actions`),
      await caller.post(`${path}/actions`, ask, key),
      await caller.get(`${path}/rollback`),
    ];
    for (const answer of await answersTo(await boundTo(unique('other')))) {
      expect([answer.status, answer.body.error.type]).toEqual([403, expect.stringMatching(/agent-mismatch$/)]);
      expect(shown(answer.body)).not.toContain(mark);
    }
    const own = await answersTo(await boundTo(world.agentId));
    expect(own.filter(({ body }) => shown(body).includes(mark)).length).toBeGreaterThanOrEqual(4);
  });

  it('is what was offered, by its exact name, in whatever way the name is written', async () => {
    const world = await newPerforming(['postgres.rows.update']);
    const names = [
      ...['postgres.rows.delete', 'postgres.query', 'POSTGRES.ROWS.UPDATE', 'postgres.rows.update ', 'postgres.rows'],
      ...[
        'postgres.rows.update.x',
        'postgres..rows.update',
        'p\u043estgres.rows.update',
        '__proto__',
        'postgres.rows.*',
      ],
    ];
    for (const apiName of names) {
      const { status } = await world.perform(apiName, { table: 'customers', match: {}, sql: 'DELETE FROM customers' });
      expect([apiName, [400, 403].includes(status)]).toEqual([apiName, true]);
    }
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
    expect((await world.perform(UPDATE.apiName, UPDATE.payload)).body.data.status).toBe('SUCCESS');
  });

  it('is not shown to the key of another agent', async () => {
    const world = await newPerforming();
    const { id } = (await world.perform(UPDATE.apiName, UPDATE.payload)).body.data;
    const made = await world.operator.post('/api-keys', { name: 'other', kind: 'live', agentId: unique('other') });
    const other = new Caller(serviceA, made.body.data.key);
    const path = `/sessions/${world.session}/actions/${id}`;
    for (const answer of [await other.get(path), await other.post(`${path}/cancel`)])
      expect([answer.status, answer.body.error.type]).toEqual([403, expect.stringMatching(/agent-mismatch$/)]);
  });
});

describe('two processes', () => {
  it('perform each of many calls once', async () => {
    const world = await newPerforming();
    const sql = 'UPDATE customers SET credit = credit + 1 WHERE id = 1';
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        world.perform('postgres.query', { sql }, i % 2 ? { by: world.agent.at(serviceB) } : {}),
      ),
    );
    expect(asked.map(({ body }) => body.data.status)).toEqual(Array(12).fill('SUCCESS'));
    expect((await world.credits())[0]).toBe('1:22');
    const undone = await world.agent.post(`/sessions/${world.session}/rollback`);
    expect([undone.body.data.displayStatus, (await world.credits())[0]]).toEqual(['REVERTED', '1:10']);
  });
});
