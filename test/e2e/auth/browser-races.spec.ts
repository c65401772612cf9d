import {
  type Answer,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
} from '../../support/client.js';
import { againWhenCutOff } from '../../support/cut-off.js';
import { errorOf, gated, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { newMember } from '../../support/team.js';
import { LONGEST_S, whileHeld } from '../../support/while-held.js';
import { type Browser, signInBrowser } from './support/browser.js';

const both = [serviceA, serviceB];
const codes = (answers: readonly Answer[]) => answers.map((answer) => errorOf(answer) ?? `${answer.status}`);

/** Sends a browser's requests to both processes: reads, a change, and a call that a statement of the ledger decides. */
const useEverywhere = (browser: Browser, session: string) =>
  Promise.all(
    both.flatMap((service) => {
      const at = browser.at(service);
      const body = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };
      return [
        () => at.get('/me'),
        () => at.get(`/sessions/${session}`),
        () => at.request('PATCH', '/me', { body: { name: 'Operator' } }),
        () => at.request('POST', `/sessions/${session}/actions`, { body }),
      ].map(againWhenCutOff);
    }),
  );

/** 503 is honest on a machine without time. */
function expectInUse(seen: readonly string[], more: readonly string[] = []): void {
  expect(seen.filter((code) => !['200', '201', 'unavailable', ...more].includes(code))).toEqual([]);
  expect(seen).toContain('200');
}

describe('the session of a browser, while it is in use at two processes,', () => {
  let home: Organization;
  let session: string;
  let browser: Browser;
  beforeEach(async () => {
    home = await newOrganization();
    session = await newSession(home.operator);
    browser = await signInBrowser(home.operator);
    for (let time = 0; time < 2; time++) expectInUse(codes(await useEverywhere(browser, session)));
  });
  afterAll(() => rows.end());

  /** Uses the session during the change; each answer meanwhile is either a success or 401. */
  async function expectOver(change: () => Promise<unknown>): Promise<void> {
    const changing = change();
    const seen: string[] = [];
    for (let time = 0; time < 3; time++) seen.push(...codes(await useEverywhere(browser, session)));
    await changing;
    expectInUse(['200', ...seen], ['unauthenticated']);
    const used = async () => [...new Set(codes(await useEverywhere(browser, session)))];
    await eventually(used, (all) => `${all}` === 'unauthenticated', 2_000);
    expect(await used()).toEqual(['unauthenticated']);
  }

  it('ends everywhere with a sign-out', () => expectOver(() => browser.at(serviceB).signOut()));

  it('ends with a new password', () =>
    expectOver(() =>
      rows.query(
        `WITH reset AS (UPDATE users SET token_version = token_version + 1 WHERE organization_id = $1)
         UPDATE organizations SET epoch = epoch + 1 WHERE id = $1`,
        [home.id],
      ),
    ));

  it('ends when a colleague removes its user', async () => {
    const colleague = await newMember(home);
    const { id } = (await browser.get('/me')).body.data.user;
    await expectOver(async () => expect((await colleague.caller.delete(`/team/members/${id}`)).status).toBe(200));
    const { rows: left } = await rows.query('SELECT 1 FROM browser_sessions WHERE organization_id = $1', [home.id]);
    expect(left).toEqual([]);
  });

  it('ends with the organization, which it may delete', () =>
    expectOver(async () => expect((await browser.request('DELETE', '/me')).status).toBe(200)));

  it('is ended once by many concurrent requests, and no other browser with it', async () => {
    const other = await signInBrowser(home.operator);
    const epoch = async () =>
      Number((await rows.query('SELECT epoch FROM organizations WHERE id = $1', [home.id])).rows[0].epoch);
    const before = await epoch();
    const ended = await Promise.all(Array.from({ length: 8 }, (_, n) => browser.at(both[n % 2] ?? serviceA).signOut()));
    const answers = codes(ended);
    expect(answers).toContain('200');
    expect(answers.filter((code) => code !== '200' && code !== 'unauthenticated')).toEqual([]);
    expect(await epoch()).toBe(before + 1);
    for (const service of both) expect((await other.at(service).get('/me')).status).toBe(200);
  });

  it('does not wait for a decision after it has ended', async () => {
    const { approvalId } = await gated(home.agent, session);
    const meanwhile = await whileHeld();
    const held = both.map((service) => browser.at(service).get(`/approvals/${approvalId}?wait=${LONGEST_S}`));
    for (const service of both) expect((await browser.at(service).get('/me')).status).toBe(200);
    expect((await browser.signOut()).status).toBe(200);
    expect(codes(await Promise.all(held))).toEqual(['unauthenticated', 'unauthenticated']);
    expect(meanwhile.isHeld()).toBe(true);
    meanwhile.end();
  });

  it('that begins while the password changes is invalid afterwards', async () => {
    const [begun] = await Promise.all([
      Promise.all(both.map((service) => home.operator.at(service).post('/auth/browser-session'))),
      rows.query(
        `WITH reset AS (UPDATE users SET token_version = token_version + 1 WHERE organization_id = $1)
         UPDATE organizations SET epoch = epoch + 1 WHERE id = $1`,
        [home.id],
      ),
    ]);
    const used = async () => {
      const cookies = begun.map(({ headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? '');
      const answers = cookies.flatMap((cookie) =>
        both.map((service) => browser.at(service).from({ cookie }, 'GET', '/me')),
      );
      return [...new Set(codes(await Promise.all(answers)))];
    };
    await eventually(used, (all) => `${all}` === 'unauthenticated', 2_000);
    expect(await used()).toEqual(['unauthenticated']);
  });
});
