import { newOrganization, type Organization } from '../../support/client.js';
import { errorOf, rows } from '../../support/ledger.js';

const LARGE = 220_000;
const MOST = 1_000;

let organization: Organization;
beforeEach(async () => {
  organization = await newOrganization();
});
afterAll(() => rows.end());

const draft = (length: number) => ({
  apiNamePattern: 'crm.*',
  action: 'BLOCK',
  condition: { field: 'note', operator: 'eq', value: 'x'.repeat(length) },
});

describe('the policies of an organization, which every process holds in its memory', () => {
  it('have conditions of a million bytes together at most, made at once or one after the other', async () => {
    const { operator } = organization;
    const made = await Promise.all(Array.from({ length: 8 }, () => operator.post('/policies', draft(LARGE))));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(errorOf)).toEqual(Array(4).fill('too-many-policies'));
    expect((await operator.get('/policies')).body.data).toHaveLength(4);
    const small = (await operator.post('/policies', draft(10))).body.data;
    const larger = await operator.put(`/policies/${small.id}`, { condition: draft(LARGE).condition });
    expect([larger.status, errorOf(larger)]).toEqual([409, 'too-many-policies']);
    expect((await operator.get('/policies')).body.data[0]).toEqual(small);
    expect((await operator.patch(`/policies/${small.id}/toggle`)).status).toBe(200);
  });

  it('are a thousand at most, until one is removed', async () => {
    const { operator, id } = organization;
    const first = (await operator.post('/policies', draft(10))).body.data;
    await rows.query(
      `INSERT INTO policies SELECT clone.* FROM policies p, generate_series(2, $2::int) n,
         LATERAL json_populate_record(p, json_build_object('id', gen_random_uuid(), 'n', n)) AS clone WHERE p.organization_id = $1`,
      [id, MOST],
    );
    const refused = await operator.post('/policies', draft(10));
    expect([refused.status, errorOf(refused)]).toEqual([409, 'too-many-policies']);
    expect((await operator.delete(`/policies/${first.id}`)).status).toBe(200);
    expect((await operator.post('/policies', draft(10))).status).toBe(201);
  });
});
