import { Caller, newOrganization, newSession, serviceA, serviceB } from '../../support/client.js';
import { rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { newPool } from '../../support/pool.js';
import { startService } from '../../support/service.mjs';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

afterAll(() => rows.end());

/** Returns the last use of each key, by its name. */
async function lastUses(operator: Caller): Promise<Record<string, string | null>> {
  const { data } = (await operator.at(serviceA).get('/api-keys')).body;
  return Object.fromEntries(data.map((key: { name: string; lastUsedAt: string | null }) => [key.name, key.lastUsedAt]));
}

const epochOf = async (organizationId: string) =>
  (await rows.query('SELECT epoch FROM organizations WHERE id = $1', [organizationId])).rows[0].epoch;

describe('the last use of an API key', () => {
  it('is null until the first use, appears within seconds of it, and does not change cached data', async () => {
    const { id, operator, agent } = await newOrganization();
    expect(await lastUses(operator)).toEqual({ live: null, test: null });
    const before = { epoch: await epochOf(id), at: Date.now() };
    await newSession(agent.at(serviceB));
    const after = Date.now();
    const seen = await eventually(
      () => lastUses(operator),
      ({ live }) => Boolean(live),
    );
    expect(seen).toEqual({ live: expect.stringMatching(TIME), test: null });
    const usedAt = Date.parse(seen.live ?? '');
    expect(usedAt).toBeGreaterThanOrEqual(before.at);
    expect(usedAt).toBeLessThanOrEqual(after);
    expect(await epochOf(id)).toBe(before.epoch);
  });

  it('is saved at shutdown, for many organizations, with the key itself, with a token, and in failed requests', async () => {
    const service = await startService();
    const [one, other] = [await newOrganization(), await newOrganization()];
    const make = async (name: string) =>
      new Caller(service, (await one.operator.post('/api-keys', { name, kind: 'live' })).body.data.key);
    const [exchanged, tokened, refused, revoked] = [
      await make('exchanged'),
      await make('tokened'),
      await make('refused'),
      await make('revoked'),
    ];
    const exchange = (key: Caller, at = service) =>
      new Caller(at, null).post('/auth/token', { apiKey: key.credential });
    await exchange(exchanged);
    const { token } = (await exchange(tokened, { ...service, url: serviceA.url })).body.data;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const exchangedBefore = Date.now();
    expect((await new Caller(service, token).get('/registry')).status).toBe(200);
    expect((await refused.get('/sessions')).status).toBe(403);
    expect((await one.agent.at(service).get('/registry')).status).toBe(200);
    expect((await other.testAgent.at(service).get('/registry')).status).toBe(200);
    expect((await revoked.get('/registry')).status).toBe(200);
    const { data } = (await one.operator.get('/api-keys')).body;
    const doomed = data.find((key: { name: string }) => key.name === 'revoked').id;
    await one.operator.delete(`/api-keys/${doomed}`);
    await service.stop();

    const used = expect.stringMatching(TIME);
    const uses = await lastUses(one.operator);
    expect(uses).toEqual({ live: used, test: null, exchanged: used, tokened: used, refused: used, revoked: used });
    expect(Date.parse(uses.exchanged ?? '')).toBeLessThan(exchangedBefore);
    expect(Date.parse(uses.tokened ?? '')).toBeGreaterThanOrEqual(exchangedBefore);
    expect(await lastUses(other.operator)).toEqual({ live: null, test: used });
  });

  it('only moves forward, and not past the end of a revoked key', async () => {
    const { id, operator, agent } = await newOrganization();
    const service = await startService();
    const key = (name: string) =>
      rows.query('SELECT id FROM api_keys WHERE organization_id = $1 AND name = $2', [id, name]);
    await rows.query("UPDATE api_keys SET last_used_at = '2100-01-01' WHERE organization_id = $1 AND name = 'live'", [
      id,
    ]);
    expect((await agent.at(service).get('/registry')).status).toBe(200);
    expect((await new Caller(service, agent.credential).get('/registry')).status).toBe(200);
    await service.stop();
    expect(await lastUses(operator)).toEqual({ live: '2100-01-01T00:00:00.000Z', test: null });
    const live = (await key('live')).rows[0].id;
    await operator.delete(`/api-keys/${live}`);
    await rows.query("SELECT note_key_uses(ARRAY[$1]::uuid[], ARRAY[$2]::uuid[], ARRAY['2100-01-01']::timestamptz[])", [
      id,
      live,
    ]);
    const { data } = (await operator.get('/api-keys')).body;
    const revoked = data.find((one: { name: string }) => one.name === 'live');
    expect(revoked.lastUsedAt).toBe(revoked.revokedAt);
  });

  it('is written of the organizations that are named alone', async () => {
    const { operator } = await newOrganization();
    const stranger = await newOrganization();
    const { id } = (await operator.get('/api-keys')).body.data[0];
    const asService = newPool({ connectionString: process.env.TEST_DATABASE_URL ?? '' });
    await asService.query('SELECT note_key_uses(ARRAY[$1]::uuid[], ARRAY[$2]::uuid[], ARRAY[now()])', [
      stranger.id,
      id,
    ]);
    await asService.end();
    expect(await lastUses(operator)).toEqual({ live: null, test: null });
  });
});
