import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { creditsOf, newSetting } from '../../support/customers.js';
import { errorOf, rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const KEY_1 = `1:${Buffer.alloc(32, 7).toString('base64')}`;
const KEY_2 = `2:${Buffer.alloc(32, 9).toString('base64')}`;
const SECRET = 'postgres://agent:s3cr3t-must-stay-secret@127.0.0.1:1/customers';

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const put = (values: unknown, caller = organization.operator) =>
  caller.put('/settings/credentials/postgres', { values });

describe('credentials', () => {
  const view = {
    connector: 'postgres',
    agentOperations: [],
    fields: ['connectionString'],
    createdAt: TIME,
    updatedAt: TIME,
    lastCheckedAt: null,
    lastCheckOk: null,
  };

  it('are stored, listed, replaced and removed', async () => {
    const { operator } = organization;
    expect((await operator.get('/settings/credentials')).body.data).toEqual([]);
    const stored = await put({ connectionString: SECRET });
    expect([stored.status, stored.body.data]).toEqual([200, view]);
    const replaced = await put({ connectionString: `${SECRET}2` });
    expect(replaced.body.data).toEqual({ ...view, createdAt: stored.body.data.createdAt });
    expect((await operator.get('/settings/credentials')).body.data).toEqual([replaced.body.data]);
    const removed = await operator.delete('/settings/credentials/postgres');
    expect([removed.status, removed.body.data]).toEqual([200, { id: expect.any(String), deleted: true }]);
    expect((await operator.get('/settings/credentials')).body.data).toEqual([]);
    expect((await operator.delete('/settings/credentials/postgres')).status).toBe(404);
  });

  it('are never shown: not in an answer, not in any column of any table', async () => {
    const { operator, agent } = organization;
    const session = await newSession(agent);
    const stored = await put({ connectionString: SECRET });
    const failed = await agent.post(`/sessions/${session}/actions/precapture`, {
      apiName: 'postgres.rows.delete',
      payload: { table: 'customers', match: { id: 1 } },
    });
    expect(failed.body.data.captureFailed).toBe(true);
    await agent.post(`/sessions/${session}/actions`, {
      apiName: 'postgres.rows.delete',
      operationType: 'DELETE',
      payload: { table: 'customers', match: { id: 1 } },
      precaptureId: failed.body.data.precaptureId,
    });
    const answers = [
      stored,
      await operator.get('/settings/credentials'),
      await operator.get(`/sessions/${session}`),
      await agent.get('/settings/credentials/validate?connectors=postgres'),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain('s3cr3t');
    const { rows: columns } = await rows.query(
      `SELECT table_name, column_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    expect(columns.length).toBeGreaterThan(80);
    for (const { table_name: table, column_name: column } of columns) {
      const { rows: found } = await rows.query(
        `SELECT count(*)::int AS hits FROM "${table}" WHERE "${column}"::text LIKE '%s3cr3t-must-stay%'
           OR "${column}"::text LIKE '%' || encode(convert_to('s3cr3t-must-stay', 'UTF8'), 'hex') || '%'`,
      );
      expect([table, column, found[0].hits]).toEqual([table, column, 0]);
    }
  });

  it.each([
    ['values.password', { connectionString: SECRET, password: 'x' }],
    ['values.connectionString', {}],
    ['values.connectionString', { connectionString: '' }],
    ['values.connectionString', { connectionString: 7 }],
    ['values.connectionString', { connectionString: null }],
    ['values', [SECRET]],
    ['values', undefined],
  ])('with a wrong %s return 400, naming the field and never the value: %j', async (field, values) => {
    const answer = await put(values);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    expect(answer.body.error.errors).toContainEqual({ field, message: expect.any(String) });
    expect(JSON.stringify(answer.body)).not.toContain('s3cr3t');
    expect((await organization.operator.get('/settings/credentials')).body.data).toEqual([]);
  });

  it('of a connector that does not exist return 404', async () => {
    const { operator } = organization;
    const answers = [
      await operator.put('/settings/credentials/nothing', { values: {} }),
      await operator.put('/settings/credentials/__proto__', { values: {} }),
      await operator.delete('/settings/credentials/nothing'),
    ];
    expect(answers.map(errorOf)).toEqual(['not-found', 'not-found', 'not-found']);
  });

  it('are changed by operators on PRO only, and listed on FREE', async () => {
    const { operator, agent, id } = organization;
    expect(errorOf(await put({ connectionString: SECRET }, agent))).toBe('operator-required');
    expect(errorOf(await agent.get('/settings/credentials'))).toBe('operator-required');
    await put({ connectionString: SECRET });
    await setPlan(id, 'FREE');
    const refused = await eventually(
      () => put({ connectionString: SECRET }),
      ({ status }) => status === 403,
    );
    expect(errorOf(refused)).toBe('plan-required');
    expect(errorOf(await operator.delete('/settings/credentials/postgres'))).toBe('plan-required');
    expect((await operator.get('/settings/credentials')).body.data).toEqual([view]);
  });
});

describe('GET /settings/credentials/validate', () => {
  it('lists what is configured, what is missing and how to fix it', async () => {
    await put({ connectionString: SECRET });
    const { agent } = organization;
    const { status, body } = await agent.get('/settings/credentials/validate?connectors=postgres,%20nothing,');
    expect([status, body.data]).toEqual([
      200,
      {
        valid: false,
        configured: ['postgres'],
        missing: ['nothing'],
        suggestions: ['"nothing" is not a connector; GET /registry lists them.'],
        plan: 'TEAM',
      },
    ]);
    const good = await agent.get('/settings/credentials/validate?connectors=postgres');
    expect(good.body.data).toEqual({
      valid: true,
      configured: ['postgres'],
      missing: [],
      suggestions: [],
      plan: 'TEAM',
    });
    const other = await newOrganization();
    const bare = await other.operator.get('/settings/credentials/validate?connectors=postgres');
    expect(bare.body.data).toEqual({
      valid: false,
      configured: [],
      missing: ['postgres'],
      suggestions: ['An operator can store it with PUT /settings/credentials/postgres.'],
      plan: 'TEAM',
    });
    expect((await agent.get('/settings/credentials/validate')).status).toBe(400);
    expect((await agent.get('/settings/credentials/validate?connectors=')).status).toBe(400);
  });
});

describe('GET /settings/credentials/:connector/trial', () => {
  const trial = async ({ operator }: Pick<Organization, 'operator'>, table: string, connector = 'postgres') =>
    operator.get(`/settings/credentials/${connector}/trial?table=${encodeURIComponent(table)}`);

  it('shows the statements that would undo an update and a deletion of a row, and writes nothing', async () => {
    const setting = await newSetting();
    const before = await creditsOf(setting);
    const { status, body } = await trial(setting, 'customers');
    expect([status, body.data.reason]).toEqual([200, null]);
    const remains = [expect.stringContaining('between the capture and the call is not noticed')];
    const exact = { captured: true, class: 'exact', reason: null, remains };
    expect(body.data.calls).toEqual([
      { apiName: 'postgres.rows.update', calls: [expect.stringContaining('UPDATE')], ...exact },
      { apiName: 'postgres.rows.delete', calls: [expect.stringContaining('INSERT INTO')], ...exact },
    ]);
    expect(await creditsOf(setting)).toEqual(before);
    expect((await setting.agent.get('/settings/credentials/postgres/trial?table=customers')).status).toBe(403);
  });

  it('says why nothing could be tried: no key, no row, no table, no right, no server', async () => {
    const setting = await newSetting();
    await setting.database.pool.query(`CREATE TABLE keyless (a int); INSERT INTO keyless VALUES (1);
      CREATE TABLE empty (a int PRIMARY KEY)`);
    for (const table of ['keyless', 'empty', 'absent', '"; DROP TABLE customers --']) {
      const { data } = (await trial(setting, table)).body;
      expect([table, data.calls, data.reason]).toEqual([table, [], expect.stringMatching(/\w{3}/)]);
    }
    await put({ connectionString: SECRET });
    const { data } = (await trial(organization, 'customers')).body;
    expect([data.calls, data.reason]).toEqual([[], expect.stringMatching(/\w{3}/)]);
    expect(data.reason).not.toContain('s3cr3t');
  });

  it('returns 404 for a connector without tables, and where no credential is stored', async () => {
    for (const connector of ['stripe', 'absent', 'postgres'])
      expect([connector, (await trial(organization, 'a', connector)).status]).toEqual([connector, 404]);
  });
});

describe('a new root key', () => {
  let rotated: ServiceProcess;
  beforeAll(async () => {
    rotated = await startService({ ENCRYPTION_KEYS: `${KEY_1},${KEY_2}` });
  });
  afterAll(() => rotated.stop());

  const rootKey = async () =>
    (await rows.query('SELECT root_key FROM organization_keys WHERE organization_id = $1', [organization.id])).rows;

  /** The reason of a failed capture tells whether the credential could be opened: nothing listens at its port. */
  const capture = async (caller = organization.agent) => {
    const session = await newSession(caller);
    const call = { apiName: 'postgres.rows.delete', payload: { table: 't', match: { id: 1 } } };
    const { body } = await caller.post(`/sessions/${session}/actions/precapture`, call);
    const { rows: kept } = await rows.query('SELECT reason FROM snapshots WHERE id = $1', [body.data.precaptureId]);
    return kept[0].reason;
  };

  it("opens credentials of the old one, and wraps the organization's key again at its next write", async () => {
    await put({ connectionString: SECRET });
    expect(await rootKey()).toEqual([{ root_key: 1 }]);
    const before = await capture();
    expect(before).not.toContain('No credential');
    expect(await capture(organization.agent.at(rotated))).toBe(before);
    expect(await rootKey()).toEqual([{ root_key: 1 }]);
    const again = await put({ connectionString: SECRET }, organization.operator.at(rotated));
    expect(again.status).toBe(200);
    expect(await rootKey()).toEqual([{ root_key: 2 }]);
    expect(await capture(organization.agent.at(rotated))).toBe(before);
  });

  it('is used for new keys, while keys made under the old one stay valid', async () => {
    const fresh = await newOrganization(rotated);
    expect((await fresh.agent.get('/registry')).status).toBe(200);
    expect((await organization.agent.at(rotated).get('/registry')).status).toBe(200);
    expect((await put({ connectionString: SECRET }, fresh.operator)).status).toBe(200);
    const { rows: keys } = await rows.query('SELECT root_key FROM organization_keys WHERE organization_id = $1', [
      fresh.id,
    ]);
    expect(keys).toEqual([{ root_key: 2 }]);
  });
});
