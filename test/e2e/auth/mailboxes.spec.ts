import { Caller, newOrganization, serviceA, serviceB, unique } from '../../support/client.js';
import { errorOf, rows } from '../../support/ledger.js';
import { login, PASSWORD } from '../../support/operators.js';

const anonymous = new Caller(serviceA, null);
const register = (email: string) => anonymous.post('/auth/register', { email, password: PASSWORD, name: 'Ada' });

/** Spellings of one mailbox, none of which is the plain one. */
const formsOf = (local: string, domain = 'example.com') => [
  `"${local}"@${domain}`,
  `"${local[0]}\\${local.slice(1)}"@${domain}`,
  `"${local.toUpperCase()}"@${domain}`,
];

describe('a quoted form of an e-mail address', () => {
  afterAll(() => rows.end());

  it('is the same mailbox when an account is made: POST /auth/register returns 409 email-taken', async () => {
    const local = unique('quoted');
    expect((await register(`${local}@example.com`)).status).toBe(201);
    const forms = formsOf(local);
    for (const form of forms) expect([form, errorOf(await register(form))]).toEqual([form, 'email-taken']);
    const turned = unique('quoted');
    const [first = ''] = formsOf(turned);
    const made = await register(first);
    expect([made.status, made.body.data.user.email]).toEqual([201, `${turned}@example.com`]);
    expect(errorOf(await register(`${turned}@example.com`))).toBe('email-taken');
  });

  it('signs in to the account of its mailbox', async () => {
    const local = unique('quoted');
    const { user } = (await register(`${local}@example.com`)).body.data;
    for (const form of formsOf(local)) expect((await login(serviceB, form)).body.data.user).toEqual(user);
  });

  it('is invited as its mailbox: 409 already-member and already-invited', async () => {
    const { operator, email } = await newOrganization();
    const invite = (address: string) => operator.post('/team/invitations', { email: address });
    const [local = ''] = email.split('@');
    const guest = unique('guest');
    expect((await invite(`${guest}@example.com`)).status).toBe(201);
    for (const form of formsOf(local)) expect(errorOf(await invite(form))).toBe('already-member');
    for (const form of formsOf(guest)) expect(errorOf(await invite(form))).toBe('already-invited');
  });

  it('that needs its quotes is a mailbox of its own', async () => {
    const local = unique('quoted');
    const spaced = `"${local} b"@example.com`;
    expect((await register(`${local}b@example.com`)).status).toBe(201);
    const made = await register(spaced);
    expect([made.status, made.body.data.user.email]).toEqual([201, spaced]);
    expect(errorOf(await register(`"${local}\\ b"@example.com`))).toBe('email-taken');
    expect((await login(serviceA, spaced)).body.data.user.email).toBe(spaced);
  });
});
