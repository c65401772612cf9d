import { Caller, newOrganization, newSession } from '../../support/client.js';
import { startCountingHashes } from '../../support/counted-hashes.js';
import { call, tally } from '../../support/ledger.js';
import { login, register } from '../../support/operators.js';

describe('hashing passwords', () => {
  let counting: Awaited<ReturnType<typeof startCountingHashes>>;
  beforeAll(async () => {
    counting = await startCountingHashes();
  });
  afterAll(() => counting.stop());

  it('does not stall the ledger: actions are logged while twenty users log in', async () => {
    const { service } = counting;
    const { agent, email } = await newOrganization(service);
    const session = await newSession(agent);
    const log = async () => expect((await agent.post(`/sessions/${session}/actions`, call())).status).toBe(201);
    await log();
    let over = 0;
    const logins = Promise.all(Array.from({ length: 20 }, () => login(service, email).finally(() => over++)));
    // For each logged action: the number of logins that were done by then.
    const seen: number[] = [];
    while (over < 20) {
      await log();
      seen.push(over);
    }
    expect(tally(await logins)).toEqual({ 200: 20 });
    // Behind the queue of passwords, or behind a thread that hashes, the first would come after all of them.
    expect(seen.filter((done) => done < 20).length).toBeGreaterThan(5);
  });

  it('is done once, and at the same cost, for a wrong password and for an address without an account', async () => {
    const { service, comparisonsOf } = counting;
    const { email } = await register(service);
    const attempt = (address: string, password?: string) => comparisonsOf(() => login(service, address, password));
    const known = await attempt(email, 'not the password');
    expect(known).toEqual(['argon2id,v=19,m=47104,t=1,p=1']);
    expect(await attempt(`no-${email}`, 'not the password')).toEqual(known);
    expect(await attempt(email)).toEqual(known);
  });

  it('is skipped for a caller over the rate limit: the 21st login is refused first', async () => {
    const { service, comparisonsOf, stop } = await startCountingHashes({ RATE_LIMIT_MULTIPLIER: '1' });
    try {
      const { email } = await register(service);
      const statuses: number[] = [];
      const hashes = await comparisonsOf(async () => {
        for (let index = 0; index < 40; index++)
          statuses.push((await login(service, email, 'not the password')).status);
      });
      expect(statuses).toEqual([...Array(20).fill(401), ...Array(20).fill(429)]);
      expect(hashes).toHaveLength(20);
      // Nor by the right one.
      expect((await login(service, email)).status).toBe(429);
      for (const path of ['/auth/forgot-password', '/auth/reset-password']) {
        const caller = new Caller(service, null);
        const answers = await Promise.all(Array.from({ length: 21 }, () => caller.post(path, {})));
        expect(tally(answers)).toEqual({ 400: 20, 429: 1 });
      }
      const verify = () => new Caller(service, null).get('/auth/verify-email?token=x');
      expect(tally(await Promise.all(Array.from({ length: 21 }, verify)))).toEqual({ 400: 20, 429: 1 });
    } finally {
      await stop();
    }
  });
});
