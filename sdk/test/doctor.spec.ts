import { newOrganization, serviceA } from '../../test/support/client.js';
import type { BackstopOptions } from '../src/backstop.js';
import { diagnose, type Finding } from '../src/doctor/diagnose.js';

async function found(options: BackstopOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of diagnose(options)) findings.push(finding);
  return findings;
}

const good = (findings: readonly Finding[]) => findings.map(({ what, isGood }) => `${what} ${isGood}`);

describe('backstop doctor', () => {
  it('finds a service, its clock, the key and the credentials in order', async () => {
    const { agent, testAgent } = await newOrganization();
    const findings = await found({ baseUrl: serviceA.url, apiKey: agent.credential ?? '' });
    expect(good(findings)).toEqual(['settings true', 'service true', 'clock true', 'key true', 'credentials true']);
    expect(findings.at(-1)?.detail).toMatch(/nothing is undone by the service for .*stripe/);
    const [settings] = await found({ baseUrl: serviceA.url, apiKey: testAgent.credential ?? '' });
    expect(settings?.detail).toContain('a test key: nothing runs');
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
