import { newOrganization, type Organization } from '../../support/client.js';
import { rows } from '../../support/ledger.js';

const SEALED = 'the stored credential cannot be opened with the keys of this installation';
const values = { connectionString: 'postgres://agent:secret@127.0.0.1:1/customers' };

let [own, other]: Organization[] = [];
beforeEach(async () => {
  [own, other] = await Promise.all([newOrganization(), newOrganization()]);
  for (const { operator } of [own, other] as Organization[])
    for (const connector of ['postgres', 'mysql'])
      expect((await operator.put(`/settings/credentials/${connector}`, { values })).status).toBe(200);
});
afterAll(() => rows.end());

/**
 * Changes the row of our own PostgreSQL credential as an attacker with access to the database could; returns the result
 * of the check.
 */
async function detailAfter(change: string): Promise<string | null> {
  await rows.query(change.replaceAll('OWN', `'${own?.id}'`).replaceAll('OTHER', `'${other?.id}'`));
  const { body } = await (own as Organization).operator.get('/settings/connectors/health');
  return body.data.find(({ connector }: { connector: string }) => connector === 'postgres').detail;
}

const from = (source: string) =>
  `UPDATE credentials c SET wrapped_key = s.wrapped_key, sealed_values = s.sealed_values FROM credentials s
   WHERE c.organization_id = OWN AND c.connector = 'postgres' AND ${source}`;
const flipped = (column: string, bit: string) =>
  `UPDATE credentials SET ${column} = set_bit(${column}, ${bit}, 1 - get_bit(${column}, ${bit}))
   WHERE organization_id = OWN AND connector = 'postgres'`;

describe('a stored credential', () => {
  it('that is unchanged in its row is used', async () => {
    expect(await detailAfter('SELECT 1')).not.toBe(SEALED);
  });

  it.each([
    ['it is another organization’s', from(`s.organization_id = OTHER AND s.connector = 'postgres'`)],
    [
      'it is another organization’s, with its identity and its key',
      `WITH gone AS (DELETE FROM credentials WHERE organization_id = OTHER AND connector = 'postgres' RETURNING *),
         keyed AS (UPDATE organization_keys k SET wrapped_key = s.wrapped_key, root_key = s.root_key FROM organization_keys s
           WHERE k.organization_id = OWN AND s.organization_id = OTHER)
       UPDATE credentials c SET id = g.id, version = g.version, wrapped_key = g.wrapped_key,
         sealed_values = g.sealed_values FROM gone g WHERE c.organization_id = OWN AND c.connector = 'postgres'`,
    ],
    ['it is another connector’s', from(`s.organization_id = OWN AND s.connector = 'mysql'`)],
    [
      'its values alone are another connector’s',
      from(`s.organization_id = OWN AND s.connector = 'mysql'`).replace('wrapped_key = s.wrapped_key, ', ''),
    ],
    ['it says that it is newer', `UPDATE credentials SET version = version + 1 WHERE organization_id = OWN`],
    ['one bit of its key is another', flipped('wrapped_key', '17')],
    ['one bit of its values is another', flipped('sealed_values', '8 * length(sealed_values) - 1')],
    [
      'one bit of the organization’s key is another',
      `UPDATE organization_keys SET wrapped_key = set_bit(wrapped_key, 9, 1 - get_bit(wrapped_key, 9)) WHERE organization_id = OWN`,
    ],
  ])('is refused when %s', async (_, change) => {
    expect(await detailAfter(change)).toBe(SEALED);
  });
});
