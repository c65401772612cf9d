import type { Page } from 'playwright-core';
import { signInBrowser } from '../e2e/auth/support/browser.js';
import { newPerson, settings, startProvider, urlOf } from '../e2e/auth/support/sign-in.js';
import { newOrganization, newSession, serviceA, unique } from '../support/client.js';
import { PASSWORD, register } from '../support/operators.js';
import { eventually } from '../support/patience.mjs';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { startInstallation } from './support/installation.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

const { arrive } = withBrowser();
let visitor: Visitor;
beforeEach(async () => {
  visitor = await arrive();
});

const inbox = (page = visitor.page) => page.getByRole('heading', { name: /^(Inbox|Start)$/ });

async function logIn(email: string, password = PASSWORD, page: Page = visitor.page): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Link and sign in)$/ }).click();
}

describe('signing in', () => {
  /** The address of the user as whom this browser is signed in; null: as none. */
  const whoIsHere = () =>
    visitor.page.evaluate(async () => {
      const answer = await fetch('/me');
      return answer.ok ? ((await answer.json()).data.user.email as string) : null;
    });

  it('begins with an account, and leaves no token in the browser', async () => {
    const { page } = visitor;
    await visitor.open('/');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('E-mail').fill(`${unique('ada')}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText(/8/).first().waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await inbox().waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ/);
    expect(page.url()).toBe(`${serviceA.url}/dashboard/start`);
    const cookies = await visitor.context.cookies();
    expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).sort()).toEqual([
      ['backstop', true, 'Strict'],
      ['backstop-mark', true, 'Lax'],
    ]);
  });

  it('leads back to where the operator wanted to be, and never to another place', async () => {
    const { email } = await newOrganization();
    await visitor.open('/preferences');
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await logIn(email);
    await visitor.page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await visitor.context.clearCookies();
    await visitor.open('/sign-in?next=//evil.example/phish');
    await logIn(email);
    await inbox().waitFor();
    expect(new URL(visitor.page.url()).origin).toBe(serviceA.url);
  });

  it('shows the fault of a login, with the id to quote', async () => {
    const { email } = await newOrganization();
    await visitor.open('/sign-in');
    await logIn(email, 'not the password');
    const alert = visitor.page.getByRole('alert');
    await alert.getByText(/request/).waitFor();
    expect(await barriersOn(visitor.page)).toEqual([]);
  });

  it('ends with the session at the service: another request of the cookie is refused', async () => {
    const { operator } = await newOrganization();
    await visitor.signInAs(operator);
    await visitor.open('/approvals');
    await inbox().waitFor();
    await visitor.page.getByRole('button', { name: /^Account of/ }).click();
    await visitor.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await visitor.context.cookies()).toEqual([]);
    await visitor.open('/approvals');
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('lists the signed-in browsers in the preferences, and signs another one out', async () => {
    const { operator } = await newOrganization();
    const lost = await signInBrowser(operator);
    await visitor.signInAs(operator);
    await visitor.open('/preferences');
    const { page } = visitor;
    const table = page.getByRole('table', { name: 'Signed-in browsers' });
    await table.getByText('this browser').waitFor();
    expect(await table.getByRole('button', { name: 'Sign out' }).count()).toBe(2);
    await expectLooks(visitor, 'signed-in-browsers');
    const other = table.getByRole('row').filter({ hasNotText: 'this browser' }).getByRole('button');
    await other.click();
    await other.waitFor({ state: 'detached' });
    const status = await eventually(
      async () => (await lost.get('/me')).status,
      (seen) => seen === 401,
      5_000,
    );
    expect([status, await whoIsHere()]).toEqual([401, expect.stringMatching(/@example\.com$/)]);
    await table.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await visitor.context.cookies()).toEqual([]);
  });

  it('offers the providers of the installation alone', async () => {
    await visitor.open('/sign-in');
    await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.page.getByRole('button').allTextContents()).toEqual(['', 'Sign in']);
  });

  it('by a provider returns signed in, or asks once for the password of the account that is there', async () => {
    const [a, b] = await Promise.all([startProvider(), startProvider()]);
    const origins = [a, b].map(({ server }) => urlOf(server));
    const [first, second] = origins.map((origin) => new URL(origin).host);
    const { service, stop } = await startInstallation({
      ...settings('OAUTH_A', origins[0] ?? ''),
      ...settings('OAUTH_B', origins[1] ?? ''),
    });
    const guest = await arrive(service);
    const { page } = guest;
    a.person = newPerson();
    await guest.open('/sign-in');
    await page.getByRole('button', { name: second }).waitFor();
    // On a phone, the buttons of two providers cut the names of their hosts.
    await expectLooks(guest, 'providers');
    await page.getByRole('button', { name: first }).click();
    await inbox(page).waitFor();
    expect(page.url()).toBe(`${service.url}/dashboard/start`);

    const { email } = await register(service);
    b.person = newPerson({ email });
    await guest.context.clearCookies();
    await guest.open('/sign-in');
    await page.getByRole('button', { name: second }).click();
    await page.getByRole('heading', { name: 'Link your account' }).waitFor();
    expect(page.url()).not.toContain('#');
    await logIn(email, PASSWORD, page);
    await inbox(page).waitFor();
    await guest.context.clearCookies();
    await guest.open('/sessions?agent=billing');
    await page.getByRole('button', { name: second }).click();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(page.url()).toBe(`${service.url}/dashboard/sessions?agent=billing`);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/eyJ/);
    await guest.leave();
    await Promise.all([stop(), a.server.stop(), b.server.stop()]);
    guest.excuse((complaint) => origins.some((origin) => complaint.startsWith(`request: ${origin}`)));
  });

  it('takes no token from a URL: the signed-in user stays the same', async () => {
    const [victim, attacker] = [await newOrganization(), await newOrganization()];
    const { page } = visitor;
    const fragments = ['token', 'error=x&token'].map((name) => `#${name}=${attacker.operator.credential}`);
    const signIns: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/browser-session')) signIns.push(page.url());
    });
    const paths = ['/', '/landing', '/sign-in', '/register', '/approvals'];
    for (const who of [null, victim.email]) {
      if (who) await visitor.signInAs(victim.operator);
      for (const path of paths) {
        for (const fragment of fragments) {
          // A fragment alone would not load the page anew.
          await page.goto('about:blank');
          await visitor.open(path + fragment);
          await page.getByRole('heading').first().waitFor();
          await page.waitForURL((url) => !url.hash);
          expect([path, fragment.slice(0, 8), await whoIsHere()]).toEqual([path, fragment.slice(0, 8), who]);
        }
      }
    }
    expect(signIns).toEqual([]);
    // The checks see a browser that changes: the attacker signs in by hand.
    await visitor.context.clearCookies();
    await visitor.open('/sign-in');
    await logIn(attacker.email);
    await inbox().waitFor();
    expect([await whoIsHere(), signIns.length]).toEqual([attacker.email, 1]);
  });

  it('asks a browser that is signed in to sign out before another user signs in', async () => {
    const [first, second] = [await newOrganization(), await newOrganization()];
    const { page } = visitor;
    await visitor.signInAs(first.operator);
    for (const path of ['/sign-in', '/register', '/#error=already-signed-in']) {
      await visitor.open(path);
      await page.getByText(`This browser is signed in as ${first.email}.`).waitFor();
      expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    }
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await inbox().waitFor();
    expect(await whoIsHere()).toBe(first.email);
    await visitor.open('/sign-in');
    await page.getByRole('button', { name: 'Sign out and use another account' }).click();
    await logIn(second.email);
    await inbox().waitFor();
    expect(await whoIsHere()).toBe(second.email);
  });

  it('is asked for over the page when it has expired, and keeps what was typed', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await visitor.open('/policies/new');
    await page.getByRole('combobox', { name: 'Operation pattern' }).fill('mail.*');
    await page.getByLabel('Reason').fill('Written before the sign-in expired.');
    await visitor.context.clearCookies();
    await page.getByRole('button', { name: 'Create policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText(organization.email).waitFor();
    await screenshot(visitor, 'sign-in-again');
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Reason').inputValue()).toBe('Written before the sign-in expired.');
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/new'));
    const { body } = await organization.operator.get('/policies');
    expect(body.data).toMatchObject([{ apiNamePattern: 'mail.*', reason: 'Written before the sign-in expired.' }]);
  });

  it('is asked for over a list that is waited for, which continues afterwards', async () => {
    const organization = await newOrganization();
    const { page } = visitor;
    await visitor.signInAs(organization.operator);
    await newSession(organization.agent, 'first-agent');
    await visitor.open('/sessions');
    await page.getByRole('link', { name: /first-agent/ }).waitFor();
    await visitor.context.clearCookies();
    await newSession(organization.agent, 'second-agent');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByRole('link', { name: /second-agent/ }).waitFor();
  });

  it('shows why a provider did not sign in, and asks for the password when there is an account', async () => {
    await visitor.open('/#error=access-denied');
    await visitor.page.getByText('The provider did not let you in').waitFor();
    await visitor.open('/preferences');
    await visitor.open('/#error=link-required');
    await visitor.page.getByRole('heading', { name: 'Link your account' }).waitFor();
    expect(visitor.page.url()).not.toContain('#');
  });

  it('shows pages without a barrier, in both themes and on a phone', async () => {
    const { page } = visitor;
    const pages = { 'sign-in': 'Sign in', register: 'Sign up', 'forgot-password': 'Forgot password' };
    for (const [path, title] of Object.entries(pages)) {
      await visitor.open(`/${path}`);
      await page.getByRole('heading', { name: title }).waitFor();
      await expectLooks(visitor, path);
    }
    await visitor.open('/reset-password#token=some-token');
    await page.getByLabel('New password').waitFor();
    expect(page.url()).not.toContain('some-token');
  });
});
