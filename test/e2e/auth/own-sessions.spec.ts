import { Caller, newOrganization, type Organization, serviceA, serviceB } from '../../support/client.js';
import { errorOf, rows, setPlan } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { claimsOf } from '../matrix/support/tokens.js';
import { Browser, setCookieOf, signInBrowser } from './support/browser.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const idOf = (browser: Browser): string => String(claimsOf(browser.value.slice('web_'.length)).jti);

/** A session as the database has it, with something changed; every process reads it anew. */
async function change(browser: Browser, { id }: Organization, set: string): Promise<void> {
  await rows.query(`UPDATE browser_sessions SET ${set} WHERE id = $1`, [idOf(browser)]);
  await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [id]);
}

const lastSeen = async (browser: Browser): Promise<{ last_seen_at: Date; minutes: number }> =>
  (
    await rows.query(
      'SELECT last_seen_at, extract(epoch FROM now() - last_seen_at)::float8 / 60 AS minutes FROM browser_sessions WHERE id = $1',
      [idOf(browser)],
    )
  ).rows[0];

/** Waits until the answer has this status: within a second of a change, in every process. */
const statusOf = (browser: Browser, expected: number) =>
  eventually(
    async () => (await browser.get('/me')).status,
    (status) => status === expected,
    5_000,
  );

afterAll(() => rows.end());

describe('GET /me/sessions', () => {
  it("lists the operator's own signed-in browsers, newest first, and says which of them asks", async () => {
    const home = await newOrganization();
    const other = await newOrganization();
    await signInBrowser(other.operator);
    const first = await signInBrowser(home.operator);
    const answer = await home.operator.request('POST', '/auth/browser-session', {
      headers: { 'user-agent': `<b>${'x'.repeat(300)}` },
    });
    const second = new Browser(serviceA, setCookieOf(answer).cookie);
    const one = { address: '127.0.0.1', createdAt: TIME, lastSeenAt: TIME, expiresAt: TIME };
    const listed = [
      { id: idOf(second), current: true, userAgent: `<b>${'x'.repeat(197)}`, ...one },
      { id: idOf(first), current: false, userAgent: 'node', ...one },
    ];
    expect((await second.get('/me/sessions')).body.data).toEqual(listed);
    expect((await second.at(serviceB).get('/me/sessions')).body.data).toEqual(listed);
    const byToken = (await home.operator.get('/me/sessions?limit=1')).body.data;
    expect(byToken).toEqual([{ ...listed[0], current: false }]);
  });

  it('leaves out what has ended: by its time, unused for twelve hours, or by a new password', async () => {
    const home = await newOrganization();
    const browsers = [await signInBrowser(home.operator), await signInBrowser(home.operator)];
    const listed = async () => (await home.operator.get('/me/sessions')).body.data.length;
    expect(await listed()).toBe(2);
    await change(browsers[0] as Browser, home, "expires_at = now() - interval '1 second'");
    expect(await listed()).toBe(1);
    await change(browsers[1] as Browser, home, "last_seen_at = now() - interval '12 hours'");
    expect(await listed()).toBe(0);
  });
});

describe('DELETE /me/sessions/:id', () => {
  it('ends a browser in every process within a second, and leaves the others signed in', async () => {
    const home = await newOrganization();
    const [mine, lost] = [await signInBrowser(home.operator), await signInBrowser(home.operator)];
    for (const service of [serviceA, serviceB]) expect((await lost.at(service).get('/me')).status).toBe(200);
    const ended = await mine.request('DELETE', `/me/sessions/${idOf(lost)}`);
    expect([ended.status, ended.body.data]).toEqual([200, { id: idOf(lost), deleted: true }]);
    expect(ended.headers.getSetCookie()).toEqual([]);
    for (const service of [serviceA, serviceB]) {
      expect(await statusOf(lost.at(service), 401)).toBe(401);
      expect((await mine.at(service).get('/me')).status).toBe(200);
    }
    expect(errorOf(await mine.request('DELETE', `/me/sessions/${idOf(lost)}`))).toBe('not-found');
  });

  it('takes the cookies back when the browser ends its own', async () => {
    const home = await newOrganization();
    const browser = await signInBrowser(home.operator);
    const ended = await browser.request('DELETE', `/me/sessions/${idOf(browser)}`);
    expect(setCookieOf(ended).cookie).toBe('backstop=');
    expect(await statusOf(browser, 401)).toBe(401);
  });

  it("returns 404 for another user's, in the same organization too, and ends nothing", async () => {
    const [home, other] = [await newOrganization(), await newOrganization()];
    const theirs = await signInBrowser(other.operator);
    await rows.query(
      `INSERT INTO users (id, organization_id, email, name)
       SELECT gen_random_uuid(), $1, 'colleague-of-' || $2, 'Colleague'`,
      [home.id, home.email],
    );
    const colleague = await signInBrowser(home.operator);
    await rows.query(
      `UPDATE browser_sessions s SET user_id = u.id FROM users u
       WHERE s.id = $1 AND u.organization_id = s.organization_id AND u.id <> s.user_id`,
      [idOf(colleague)],
    );
    for (const id of [idOf(theirs), idOf(colleague)])
      expect(errorOf(await home.operator.delete(`/me/sessions/${id}`))).toBe('not-found');
    expect((await theirs.get('/me')).status).toBe(200);
    const left = await rows.query('SELECT id FROM browser_sessions WHERE id = ANY ($1)', [
      [idOf(theirs), idOf(colleague)],
    ]);
    expect(left.rowCount).toBe(2);
  });
});

describe('the session of a browser', () => {
  it('ends after twelve hours without a request, and a minute earlier it does not', async () => {
    const home = await newOrganization();
    const browser = await signInBrowser(home.operator);
    for (const service of [serviceA, serviceB]) expect((await browser.at(service).get('/me')).status).toBe(200);
    await change(browser, home, "last_seen_at = now() - interval '11 hours 58 minutes'");
    const used = await eventually(
      async () => {
        expect((await browser.get('/me')).status).toBe(200);
        return lastSeen(browser);
      },
      ({ minutes }) => minutes < 5,
      5_000,
    );
    expect(used.minutes).toBeLessThan(5);
    await change(browser, home, "last_seen_at = now() - interval '12 hours'");
    for (const service of [serviceA, serviceB]) expect(await statusOf(browser.at(service), 401)).toBe(401);
  });

  it('is noted as used once in five minutes, however many requests it makes', async () => {
    const home = await newOrganization();
    const browser = await signInBrowser(home.operator);
    await change(browser, home, "last_seen_at = now() - interval '4 minutes'");
    const before = await lastSeen(browser);
    await setPlan(home.id, 'FREE');
    // Each process has loaded the organization anew and knows the other plan.
    for (const service of [serviceA, serviceB]) {
      const status = await eventually(
        async () => (await browser.at(service).get('/audit-logs')).status,
        (seen) => seen === 403,
        5_000,
      );
      expect(status).toBe(403);
    }
    expect((await lastSeen(browser)).last_seen_at).toEqual(before.last_seen_at);
  });
});

describe('DELETE /me', () => {
  const PASSWORD = 'correct horse battery staple';
  /** Makes every sign-in of the operator look twenty minutes old. */
  async function aged() {
    const home = await newOrganization();
    const browser = await signInBrowser(home.operator);
    await change(browser, home, "signed_in_at = now() - interval '20 minutes'");
    return { home, browser };
  }
  const remove = (browser: Browser, body?: unknown) => browser.request('DELETE', '/me', { body });
  const lives = async ({ email }: Organization) =>
    (await new Caller(serviceA, null).post('/auth/login', { email, password: PASSWORD })).status === 200;

  it('returns 403 proof-required from a sign-in that is not fresh, and deletes nothing', async () => {
    const { home, browser } = await aged();
    const refused = await remove(browser);
    expect([refused.status, errorOf(refused)]).toEqual([403, 'proof-required']);
    expect(await lives(home)).toBe(true);
  });

  it('returns 403 proof-required for a wrong password however fresh the sign-in is, and records it', async () => {
    const { home, browser } = await aged();
    for (const asking of [browser, await signInBrowser(home.operator)])
      expect(errorOf(await remove(asking, { password: 'not the password' }))).toBe('proof-required');
    expect(await lives(home)).toBe(true);
    const recorded = await rows.query(
      "SELECT after FROM audit_entries WHERE organization_id = $1 AND action = 'member.proof-failed'",
      [home.id],
    );
    expect(recorded.rows).toEqual(Array(2).fill({ after: { address: '127.0.0.1' } }));
  });

  it('takes the password, or a sign-in of less than ten minutes', async () => {
    const { home, browser } = await aged();
    expect((await remove(browser, { password: PASSWORD })).status).toBe(200);
    expect(await lives(home)).toBe(false);
    const fresh = await newOrganization();
    expect((await remove(await signInBrowser(fresh.operator))).status).toBe(200);
  });

  it('does not take a cookie that was just made from an old token for a fresh sign-in', async () => {
    const { home, browser } = await aged();
    const { last_seen_at: now } = await lastSeen(browser);
    const iat = Math.floor(now.getTime() / 1000) - 1_200;
    const { signed } = await import('../matrix/support/tokens.js');
    const { testEnvironment } = await import('../../support/service.mjs');
    const claims = claimsOf(home.operator.credential ?? '');
    const token = signed({ ...claims, iat }, testEnvironment().JWT_SECRET ?? '');
    const old = new Caller(serviceA, token);
    expect(errorOf(await old.request('DELETE', '/me'))).toBe('proof-required');
    expect(errorOf(await remove(await signInBrowser(old)))).toBe('proof-required');
    expect(await lives(home)).toBe(true);
  });
});
