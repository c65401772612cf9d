import { Caller, newOrganization, serviceA, serviceB, unique } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { errorOf, rows, tally } from '../../support/ledger.js';
import { login, PASSWORD, register } from '../../support/operators.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { setCookieOf, signInBrowser } from './support/browser.js';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

afterAll(() => rows.end());

const entriesOf = async (organization: string, action: string) =>
  (
    await rows.query(
      'SELECT actor, target, after, request_id FROM audit_entries WHERE organization_id = $1 AND action = $2 ORDER BY sequence',
      [organization, action],
    )
  ).rows;

/** Resolves once the job has recorded the noted attempts. */
const recorded = (organization: string, action: string, tries: number) =>
  eventually(
    () => entriesOf(organization, action),
    (entries) => entries.reduce((sum, { after }) => sum + after.tries, 0) >= tries,
    30_000,
  );

describe('the audit log', () => {
  it('has each sign-in with a password, with the address and the request', async () => {
    const { id, organization, email } = await register(serviceA);
    const answer = await login(serviceB, email);
    expect(await entriesOf(organization, 'member.signed-in')).toEqual([
      {
        actor: { kind: 'USER', id, label: email },
        target: { type: 'member', id },
        after: { address: '127.0.0.1', by: 'password' },
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  it("has each browser's session, from its start to its end", async () => {
    const home = await newOrganization();
    const browser = await signInBrowser(home.operator);
    const [started] = await entriesOf(home.id, 'member.browser-session-started');
    expect(started?.after).toEqual({ address: '127.0.0.1', sessionId: UUID, userAgent: 'node' });
    await browser.signOut();
    const [ended] = await entriesOf(home.id, 'member.browser-session-ended');
    expect(ended?.after).toEqual({ address: '127.0.0.1', sessionId: started?.after.sessionId });
  });

  it('has the failed attempts for an account, summed up, without any password', async () => {
    const { id, organization, email } = await register(serviceA);
    const wrong = unique('a wrong password');
    for (let count = 0; count < 4; count++) expect((await login(serviceA, email, wrong)).status).toBe(401);
    const entries = await recorded(organization, 'member.sign-in-failed', 4);
    expect(entries.reduce((sum, { after }) => sum + after.tries, 0)).toBe(4);
    expect(entries[0]).toEqual({
      actor: { kind: 'SYSTEM', id: null, label: 'sign-in' },
      target: { type: 'member', id },
      after: {
        tries: expect.any(Number),
        addresses: ['127.0.0.1'],
        limited: false,
        firstAt: TIME,
        lastAt: TIME,
      },
      request_id: null,
    });
    expect(JSON.stringify(entries)).not.toContain(wrong);
    const left = await rows.query('SELECT id FROM sign_in_tries WHERE email = $1', [email]);
    expect(left.rowCount).toBe(0);
  });
});

describe('a failed attempt', () => {
  it('is answered while another transaction holds the head of the audit log, which it does not lock', async () => {
    const { organization, email } = await register(serviceA);
    const holder = await rows.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM audit_heads WHERE organization_id = $1 FOR UPDATE', [organization]);
      for (const service of [serviceA, serviceB])
        expect((await login(service, email, 'not the password')).status).toBe(401);
      // The lock is really held: a sign-in, which writes its entry immediately, waits for it.
      const signingIn = login(serviceA, email);
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND $1 = ANY (pg_blocking_pids(pid))`;
      const { rows: own } = await holder.query('SELECT pg_backend_pid() AS pid');
      const blocked = async () => (await rows.query(waiting, [own[0].pid])).rowCount;
      expect(await eventually(blocked, (count) => count !== 0, 15_000)).toBeGreaterThan(0);
      await holder.query('COMMIT');
      expect((await signingIn).status).toBe(200);
    } finally {
      holder.release();
    }
    const entries = await recorded(organization, 'member.sign-in-failed', 2);
    expect(entries.reduce((sum, { after }) => sum + after.tries, 0)).toBe(2);
  });
});

describe('the log', () => {
  it('has the failed attempts for an address without an account under a keyed hash, not the address', async () => {
    // No other process takes the tries of a database of its own.
    const own = await newOwnDatabase();
    const service = await startService({ DATABASE_URL: own.serviceUrl, LOG_LEVEL: 'info' });
    try {
      const stranger = `${unique('stranger')}@example.com`;
      const written = () =>
        service.output
          .filter((line) => line.includes('a sign-in without an account failed'))
          .map((line) => JSON.parse(line));
      for (const address of [stranger, stranger.toUpperCase()])
        expect((await login(service, address, PASSWORD)).status).toBe(401);
      const triesIn = (lines: readonly { tries: number }[]) => lines.reduce((sum, { tries }) => sum + tries, 0);
      const lines = await eventually(written, (found) => triesIn(found) === 2, 30_000);
      expect(triesIn(lines)).toBe(2);
      for (const line of lines)
        expect(line).toMatchObject({
          account: expect.stringMatching(/^[0-9a-f]{32}$/),
          addresses: ['127.0.0.1'],
          limited: false,
        });
      expect(new Set(lines.map(({ account }) => account)).size).toBe(1);
      expect(service.output.join('\n').toLowerCase()).not.toContain(stranger);
    } finally {
      await service.stop();
      await own.drop();
    }
  });
});

describe('the attempts for one account', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    const port = await freePort();
    // Each attempt comes from an address of its own, as the attempts of a botnet do.
    service = await startService({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_MULTIPLIER: '1',
    });
  });
  afterAll(() => service.stop());

  let addresses = 0;
  const attempt = (email: string, password: string, headers: Record<string, string> = {}) =>
    new Caller(service, null).request('POST', '/auth/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': `198.51.100.${(addresses++ % 250) + 1}`, ...headers },
    });

  it('are limited to fifty in a quarter of an hour from all addresses; a signed-in browser stays signed in, and can sign in', async () => {
    const owner = await register(service);
    const browser = await signInBrowser(owner.caller);
    const answers = [];
    for (let count = 0; count < 52; count++) answers.push(await attempt(owner.email, 'not the password'));
    expect(answers.map(({ status }) => status)).toEqual([...Array(50).fill(401), 429, 429]);
    expect(Number(answers[51]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(errorOf(await attempt(owner.email, PASSWORD))).toBe('rate-limited');
    expect((await browser.get('/me')).status).toBe(200);
    const answer = await owner.caller.post('/auth/browser-session');
    const mark = (answer.headers.getSetCookie()[1] ?? '').split(';')[0] ?? '';
    expect(mark).toMatch(/^backstop-mark=/);
    expect((await attempt(owner.email, PASSWORD, { cookie: mark })).status).toBe(200);
    // The mark of one user gives no further tries for another.
    const another = await register(service);
    expect(
      (
        await attempt(owner.email, PASSWORD, {
          cookie: setCookieOf(await another.caller.post('/auth/browser-session')).cookie,
        })
      ).status,
    ).toBe(429);
    expect((await login(service, another.email)).status).toBe(200);
    // A new password has tries of its own, or strangers could keep the owner out.
    await rows.query('UPDATE users SET token_version = token_version + 1 WHERE id = $1', [owner.id]);
    expect((await attempt(owner.email, PASSWORD)).status).toBe(200);
    const entries = await recorded(owner.organization, 'member.sign-in-failed', 51);
    expect(entries.reduce((sum, { after }) => sum + after.tries, 0)).toBe(51);
    expect(entries.filter(({ after }) => after.limited)).toHaveLength(1);
    expect(entries.length).toBeLessThan(30);
  });

  it('have the same limit for an address without an account: the answers are the same', async () => {
    const stranger = `${unique('stranger')}@example.com`;
    const answers = [];
    for (let count = 0; count < 52; count++) answers.push(await attempt(stranger, 'not the password'));
    expect(tally(answers)).toEqual({ 401: 50, 429: 2 });
    expect(answers.map(({ status }) => status).slice(49)).toEqual([401, 429, 429]);
  });
});
