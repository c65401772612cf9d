import { newOrganization, serviceA } from '../../test/support/client.js';
import { newCustomerDatabase } from '../../test/support/customer-database.js';
import { setPlan } from '../../test/support/ledger.js';
import { eventually } from '../../test/support/patience.mjs';
import type { BackstopOptions } from '../src/backstop.js';
import { diagnose } from '../src/doctor/diagnose.js';
import type { Finding } from '../src/doctor/finding.js';

async function found(options: BackstopOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of diagnose(options)) findings.push(finding);
  return findings;
}

const detailOf = (findings: readonly Finding[], what: string) => findings.find((one) => one.what === what)?.detail;
const good = (findings: readonly Finding[]) => findings.map(({ what, isGood }) => `${what} ${isGood}`);

describe('backstop doctor', () => {
  it('finds a service, its clock, the key, the plan, the credentials and a capture, in order', async () => {
    const { agent, testAgent, operator, id } = await newOrganization();
    const options = { baseUrl: serviceA.url, apiKey: agent.credential ?? '' };
    const without = await found(options);
    const all = ['settings', 'service', 'clock', 'key', 'plan', 'credentials', 'capture'].map((what) => `${what} true`);
    expect(good(without)).toEqual(all);
    expect(detailOf(without, 'credentials')).toMatch(/nothing is undone by the service for .*stripe/);
    expect(detailOf(without, 'plan')).toBe('TEAM');
    expect(detailOf(without, 'capture')).toBe('not tried: no credential is stored');
    const database = await newCustomerDatabase();
    await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
    expect(detailOf(await found(options), 'capture')).toBe('postgres.query would be captured');
    const [session] = (await operator.get('/sessions')).body.data;
    expect(session).toMatchObject({ agentId: 'backstop-doctor', status: 'COMPLETED', counters: { success: 0 } });
    const simulated = await found({ ...options, apiKey: testAgent.credential ?? '' });
    expect(detailOf(simulated, 'settings')).toContain('a test key: nothing runs');
    expect(detailOf(simulated, 'capture')).toBe('not tried: a test key reads no provider');
    const wrong = { connectionString: `${database.url}-gone` };
    await operator.put('/settings/credentials/postgres', { values: wrong });
    // A change of a credential holds everywhere within a second.
    const failed = await eventually(
      () => found(options),
      (findings) => findings.some(({ isGood }) => !isGood),
    );
    expect(good(failed)).toEqual([...all.slice(0, -1), 'capture false']);
    expect(detailOf(failed, 'capture')).toContain('an operator tests the credential of postgres');
    await setPlan(id, 'FREE');
    expect(detailOf(await found(options), 'plan')).toContain('a call that needs an approval is refused');
    await database.drop();
  });

  it('says what is wrong with the settings, the address or the key, and never shows the key', async () => {
    const apiKey = 'bks_live_0123456789abcdef0123456789abcdef_secret';
    const missing = await found({ baseUrl: '', apiKey });
    expect(missing).toEqual([{ isGood: false, what: 'settings', detail: expect.stringContaining('BACKSTOP_URL') }]);
    const away = await found({ baseUrl: 'http://127.0.0.1:1', apiKey });
    expect(good(away)).toEqual(['settings true', 'service false']);
    const refused = await found({ baseUrl: serviceA.url, apiKey });
    expect(good(refused)).toEqual(['settings true', 'service true', 'clock true', 'key false']);
    expect(JSON.stringify([missing, away, refused])).not.toContain('_secret');
  });
});
