import { Caller, newOrganization, newSession, serviceA } from '../../support/client.js';
import { call, tally } from '../../support/ledger.js';
import { differenceOf, login, median, register, took } from '../../support/operators.js';
import { startService } from '../../support/service.mjs';

describe('hashing passwords', () => {
  it('does not stall the ledger: actions are logged all along while twenty log in at once', async () => {
    const { agent, email } = await newOrganization();
    const session = await newSession(agent);
    const log = () =>
      took(async () => expect((await agent.post(`/sessions/${session}/actions`, call())).status).toBe(201));
    await log();
    let over = false;
    const start = performance.now();
    const logins = Promise.all(Array.from({ length: 20 }, () => login(serviceA, email))).finally(() => {
      over = true;
    });
    const durations: number[] = [];
    while (!over) durations.push(await log());
    const all = performance.now() - start;
    expect(tally(await logins)).toEqual({ 200: 20 });
    // Behind the queue of passwords, or behind a thread that hashes, one would take about as long as all of it.
    expect(durations.length).toBeGreaterThan(5);
    expect(median(durations)).toBeLessThan(all / 6);
  });

  it('takes as long for an address without an account', async () => {
    const { email } = await register(serviceA);
    const attempt = (address: string) => login(serviceA, address, 'not the password');
    const difference = await differenceOf(
      40,
      () => attempt(email),
      () => attempt(`no-${email}`),
    );
    expect(difference).toBeLessThan(40);
  });

  it('is not begun for who has tried too often: the 21st login is refused in a fraction of the time', async () => {
    const service = await startService({ RATE_LIMIT_MULTIPLIER: '1' });
    try {
      const { email } = await register(service);
      const attempt = async () => {
        const start = performance.now();
        const { status } = await login(service, email, 'not the password');
        return { status, duration: performance.now() - start };
      };
      const attempts: Awaited<ReturnType<typeof attempt>>[] = [];
      for (let index = 0; index < 40; index++) attempts.push(await attempt());
      expect(attempts.map(({ status }) => status)).toEqual([...Array(20).fill(401), ...Array(20).fill(429)]);
      const [hashed, refused] = [attempts.slice(0, 20), attempts.slice(20)].map((some) =>
        median(some.map(({ duration }) => duration)),
      );
      expect(refused).toBeLessThan((hashed ?? 0) / 3);
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
      await service.stop();
    }
  });
});
