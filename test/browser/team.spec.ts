import { Caller, unique } from '../support/client.js';
import { setPlan } from '../support/ledger.js';
import { linkIn } from '../support/mailbox.js';
import { login, type Operator, PASSWORD, register } from '../support/operators.js';
import { membersOf, newAddress } from '../support/team.js';
import { barriersOn } from './support/accessibility.js';
import { withBrowser } from './support/browser.js';
import { HOSTILE, hasMarkup, SHOWN } from './support/hostile.js';
import { startInstallation } from './support/installation.js';
import { expectLooks } from './support/looks.js';
import { screenshot } from './support/screenshots.js';
import type { Visitor } from './support/visitor.js';

describe('the team on the dashboard', () => {
  const { arrive } = withBrowser();
  let installation: Awaited<ReturnType<typeof startInstallation>>;
  let host: Operator;
  let visitor: Visitor;
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterAll(async () => {
    await installation.stop();
  });
  beforeEach(async () => {
    host = await register(installation.service, HOSTILE);
    visitor = await arrive(installation.service);
    await visitor.signInAs(host.caller);
  });

  async function sendInvitation(email: string): Promise<void> {
    await visitor.page.getByRole('button', { name: 'Invite' }).click();
    await visitor.page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await visitor.page.getByRole('button', { name: 'Send the invitation' }).click();
  }

  /** Invites on the page, and gives where the mailed link leads. @param count of the mails that the address has by then */
  async function invited(email: string, count = 1): Promise<string> {
    await sendInvitation(email);
    await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
    return linkIn(await installation.mailbox.nth(count, email)).href;
  }

  it('invites a person by mail, who makes an account with the link and is in', async () => {
    const { page } = visitor;
    const email = newAddress();
    await visitor.open('/team');
    await page.getByText('No pending invitations.').waitFor();
    const link = await invited(email);
    await page.getByRole('row', { name: new RegExp(`${email}.*Sent`) }).waitFor();
    await expectLooks(visitor, 'team');
    expect(await page.getByRole('row', { name: /you/ }).textContent()).toContain(SHOWN);
    expect(await hasMarkup(page)).toBe(false);

    const guest = await arrive(installation.service);
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'Join the organization' }).waitFor();
    expect(guest.page.url()).toBe(`${installation.service.url}/dashboard/accept-invitation`);
    await guest.page.getByLabel('Name').fill('Grace');
    await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await expectLooks(guest, 'join');
    await guest.page.getByRole('button', { name: 'Sign up and join' }).click();
    await guest.page.getByRole('heading', { name: 'Start' }).waitFor();
    expect(await membersOf(host.caller)).toEqual([email, host.email].sort());
    const kept = await guest.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/eyJ|invitation/);

    await page.reload();
    await page.getByText('No pending invitations.').waitFor();
    await page.getByRole('button', { name: `Remove ${email}` }).click();
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('row', { name: new RegExp(email) }).waitFor({ state: 'detached' });
    expect(await membersOf(host.caller)).toEqual([host.email]);
    await guest.open('/overview');
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('takes in an account that is there, after its login', async () => {
    const colleague = await register(installation.service, 'Grace');
    await visitor.open('/team');
    // The first mail asks to confirm the address.
    const link = await invited(colleague.email, 2);
    const { page } = await arrive(installation.service);
    await page.goto(link);
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up and join' }).click();
    await page.getByRole('alert').getByText('email-taken').waitFor();
    await page.getByRole('button', { name: 'I have an account already' }).click();
    await page.getByLabel('E-mail').fill(colleague.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    const { body } = await login(installation.service, colleague.email);
    expect(body.data.organization.id).toBe(host.organization);
  });

  it('takes an invitation back, and keeps the last member', async () => {
    const { page } = visitor;
    const email = newAddress();
    await visitor.open('/team');
    const link = await invited(email);
    await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No pending invitations.').waitFor();
    const guest = await arrive(installation.service);
    await guest.page.goto(link);
    await guest.page.getByLabel('Name').fill('Grace');
    await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Sign up and join' }).click();
    await guest.page.getByRole('alert').getByText('invalid-token').waitFor();

    await page.getByRole('button', { name: 'Leave the organization' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('alert').getByText('last-member').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await sendInvitation(host.email);
    await page.getByRole('alert').getByText('already-member').waitFor();
  });

  it('says on a smaller plan which plan it needs, and still shows the invitations', async () => {
    const { page } = visitor;
    await host.caller.post('/team/invitations', { email: newAddress() });
    await setPlan(host.organization, 'FREE', installation.database.superuser);
    await visitor.open('/team');
    await page.getByRole('heading', { name: 'Inviting colleagues requires TEAM' }).waitFor();
    await page.getByRole('table', { name: 'Invitations' }).waitFor();
    await screenshot(visitor, 'team-free');
    expect(await barriersOn(page)).toEqual([]);
  });

  it('confirms an address with the link of a mail, which can be asked for again', async () => {
    const { page } = visitor;
    await visitor.open('/preferences');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Confirm your address' }).click();
    await page.getByRole('button', { name: 'Send me another link' }).click();
    await page.getByText(/a link to verify it is on its way/).waitFor();
    await page.goto(linkIn(await installation.mailbox.nth(2, host.email)).href);
    await page.getByText(`${host.email} is confirmed.`).waitFor();
    expect(page.url()).toBe(`${installation.service.url}/dashboard/verify-email`);
    await expectLooks(visitor, 'verify');
    expect((await host.caller.get('/me')).body.data.user.emailVerified).toBe(true);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Confirm your address' }).count()).toBe(0);

    const stranger = await arrive(installation.service);
    await stranger.open(`/verify-email#token=${unique('token')}`);
    await stranger.page.getByRole('alert').getByText('invalid-token').waitFor();
    await stranger.page.getByRole('button', { name: 'Send me another link' }).click();
    await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(stranger.page.url()).searchParams.get('next')).toBe('/verify-email');
    expect((await new Caller(installation.service, null).get('/me')).status).toBe(401);
  });
});
