import { expectToBlock } from '../../../support/blocks.js';
import { Caller, newOrganization, serviceA, serviceB, unique } from '../../../support/client.js';
import { errorOf, rows } from '../../../support/ledger.js';
import { eventually } from '../../../support/patience.mjs';
import type { ServiceProcess } from '../../../support/service.mjs';
import { Browser, claimsOf, countOf, newPerson, type Provider, signed, told, unsigned } from '../support/sign-in.js';
import { signInServices } from './services.js';

describe('linking an account', () => {
  const PASSWORD = 'correct horse battery staple';
  const TOKEN = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const anonymous = new Caller(serviceA, null);

  let a: Provider;
  let b: Provider;
  let service: ServiceProcess;
  let another: ServiceProcess;

  beforeAll(async () => {
    ({ a, b, service, another } = await signInServices());
  });
  beforeEach(() => {
    a.person = newPerson();
    b.person = newPerson();
  });

  const emailOfA = () => String(a.person.email);

  /** Has an account with the address that A vouches for. */
  async function register(email = emailOfA()) {
    const answer = await anonymous.post('/auth/register', { email, password: PASSWORD, name: 'Ada' });
    expect(answer.status).toBe(201);
    return answer.body.data;
  }

  const signIn = async (path = '/auth/oauth-a', at = service) => told(await new Browser(at).signIn(path));

  async function linkOf(path = '/auth/oauth-a'): Promise<string> {
    const { error, link = '' } = await signIn(path);
    expect(error).toBe('link-required');
    return link;
  }

  const login = (link?: unknown, email = emailOfA(), password = PASSWORD) =>
    anonymous.post('/auth/login', { email, password, ...(link !== undefined && { link }) });

  const identitiesOf = async (subject: unknown) =>
    (await rows.query('SELECT user_id, organization_id, provider FROM identities WHERE subject = $1', [subject])).rows;

  const auditOf = async (organization: string) =>
    (
      await rows.query(
        `SELECT actor, action, target, before, after, request_id FROM audit_entries WHERE organization_id = $1
         AND action = 'member.identity-linked' ORDER BY sequence`,
        [organization],
      )
    ).rows;

  describe('a first sign-in whose verified address is that of an account', () => {
    it('signs in and joins nothing: it leads to link-required, with a link for a login', async () => {
      const { user } = await register(emailOfA().toUpperCase());
      for (const at of [service, another]) {
        expect(await signIn('/auth/oauth-a', at)).toEqual({ error: 'link-required', link: TOKEN });
      }
      expect(await countOf(emailOfA())).toBe(1);
      expect(await identitiesOf(a.person.sub)).toEqual([]);
      expect((await login()).body.data.user).toEqual(user);
    });

    it('is no other when the account came through the other provider', async () => {
      expect(await signIn()).toEqual({ token: expect.any(String) });
      b.person = newPerson({ email: emailOfA() });
      expect(await signIn('/auth/oauth-b')).toEqual({ error: 'link-required', link: TOKEN });
    });

    it('is no other when it came through this very provider, as another subject', async () => {
      expect(await signIn()).toEqual({ token: expect.any(String) });
      a.person = { ...a.person, sub: unique('subject') };
      expect(await signIn()).toEqual({ error: 'link-required', link: TOKEN });
      expect(await identitiesOf(a.person.sub)).toEqual([]);
    });

    it('leaves a link of ten minutes that names provider, subject and address, and is no credential', async () => {
      const { token } = await register();
      const link = await linkOf();
      const { exp, iat, jti, ...claims } = claimsOf(link);
      expect([exp - iat, typeof jti]).toEqual([600, 'string']);
      expect(claims).toEqual({
        typ: 'identity-link',
        iss: 'backstop',
        aud: 'backstop-login',
        provider: 'oauth-a',
        sub: a.person.sub,
        email: emailOfA(),
      });
      expect((await new Caller(serviceA, link).get('/agents')).status).toBe(401);
      const browser = new Browser(service);
      browser.cookies.set('backstop-oauth-a', link);
      expect(told(await browser.go(`/auth/oauth-a/callback?code=c&state=${jti}`))).toEqual({ error: 'state-mismatch' });
      expect(errorOf(await login(token))).toBe('invalid-link');
    });
  });

  describe('a login with a link', () => {
    it('joins the identity to the account: from then on it signs in as that user', async () => {
      const { user, organization } = await register(emailOfA().toUpperCase());
      expect(user.emailVerified).toBe(false);
      const answer = await login(await linkOf());
      expect([answer.status, answer.body.data]).toEqual([
        200,
        { token: TOKEN, user: { ...user, emailVerified: true }, organization },
      ]);
      expect((await new Caller(serviceB, answer.body.data.token).get('/agents')).status).toBe(200);
      expect(await identitiesOf(a.person.sub)).toEqual([
        { user_id: user.id, organization_id: organization.id, provider: 'oauth-a' },
      ]);
      const { token } = await signIn('/auth/oauth-a', another);
      expect(claimsOf(token)).toMatchObject({ sub: user.id, org: organization.id });
      expect((await login()).body.data.user).toEqual({ ...user, emailVerified: true });
    });

    it('leaves one entry in the audit', async () => {
      const { user, organization } = await register();
      const answer = await login(await linkOf());
      expect(await auditOf(organization.id)).toEqual([
        {
          actor: { kind: 'USER', id: user.id, label: user.email },
          action: 'member.identity-linked',
          target: { type: 'member', id: user.id },
          before: null,
          after: { provider: 'oauth-a', subject: a.person.sub, email: emailOfA() },
          request_id: answer.headers.get('x-request-id'),
        },
      ]);
    });

    it('may join both providers to one account', async () => {
      const { user } = await register();
      b.person = newPerson({ email: emailOfA() });
      for (const path of ['/auth/oauth-a', '/auth/oauth-b']) {
        expect((await login(await linkOf(path))).status).toBe(200);
        expect(claimsOf((await signIn(path)).token).sub).toBe(user.id);
      }
    });

    it('with a wrong password is the same 401 as ever, and the link stays good', async () => {
      const { user } = await register();
      const link = await linkOf();
      const told = async (...given: Parameters<typeof login>) => {
        const { status, body } = await login(...given);
        return { status, error: { ...body.error, requestId: '' } };
      };
      const ever = await told(undefined, emailOfA(), 'wrong');
      expect(ever.status).toBe(401);
      expect(await told(link, emailOfA(), 'wrong')).toEqual(ever);
      expect(await told('nonsense', emailOfA(), 'wrong')).toEqual(ever);
      expect(await told(link, `nobody-${emailOfA()}`)).toEqual(ever);
      expect(await identitiesOf(a.person.sub)).toEqual([]);
      expect((await login(link)).body.data.user.id).toBe(user.id);
    });

    it('of another address is 400 invalid-link: no user is logged in, nothing changes', async () => {
      await register();
      const mallory = await newOrganization();
      const link = await linkOf();
      const answer = await login(link, mallory.email);
      expect([answer.status, answer.body.data, errorOf(answer)]).toEqual([400, null, 'invalid-link']);
      expect(await identitiesOf(a.person.sub)).toEqual([]);
      expect(await auditOf(mallory.id)).toEqual([]);
      const { rows: left } = await rows.query(
        `SELECT email_verified_at, (SELECT count(*)::int FROM spent_states s WHERE s.organization_id = u.organization_id) AS spent
       FROM users u WHERE organization_id = $1`,
        [mallory.id],
      );
      expect(left).toEqual([{ email_verified_at: null, spent: 0 }]);
      expect((await login(link)).status).toBe(200);
    });

    it('works once', async () => {
      const { organization } = await register();
      const link = await linkOf();
      expect((await login(link)).status).toBe(200);
      for (const at of [serviceA, serviceB]) {
        const again = await anonymous.at(at).post('/auth/login', { email: emailOfA(), password: PASSWORD, link });
        expect([again.status, again.body.data, errorOf(again)]).toEqual([400, null, 'invalid-link']);
      }
      await rows.query('DELETE FROM identities WHERE subject = $1', [a.person.sub]);
      expect(errorOf(await login(link))).toBe('invalid-link');
      expect(await identitiesOf(a.person.sub)).toEqual([]);
      expect(await auditOf(organization.id)).toHaveLength(1);
    });

    it('works once of eight at once, at two processes', async () => {
      const { organization } = await register();
      const link = await linkOf();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          anonymous
            .at(index % 2 ? serviceA : serviceB)
            .post('/auth/login', { email: emailOfA(), password: PASSWORD, link }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
      expect(await identitiesOf(a.person.sub)).toHaveLength(1);
      expect(await auditOf(organization.id)).toHaveLength(1);
    });

    it('does not join when the password is changed while it is being checked', async () => {
      const { user } = await register();
      const link = await linkOf();
      const reset = await rows.connect();
      try {
        await reset.query('BEGIN');
        await reset.query('UPDATE users SET token_version = token_version + 1 WHERE id = $1', [user.id]);
        const answer = login(link);
        await expectToBlock(reset, rows);
        await reset.query('COMMIT');
        expect((await answer).status).toBe(401);
      } finally {
        reset.release();
      }
      expect(await identitiesOf(a.person.sub)).toEqual([]);
      expect((await login(link)).status).toBe(200);
    });

    it('never gives one identity to two accounts, nor to one twice', async () => {
      const first = await register();
      const [link, second] = [await linkOf(), await linkOf()];
      expect((await login(link)).status).toBe(200);
      expect(errorOf(await login(second))).toBe('invalid-link');
      a.person = { ...a.person, email: `moved-${emailOfA()}` };
      const { organization } = await register();
      const moved = signed({ ...claimsOf(second), jti: unique('state'), email: emailOfA() });
      expect(errorOf(await login(moved))).toBe('invalid-link');
      expect(await identitiesOf(a.person.sub)).toEqual([
        { user_id: first.user.id, organization_id: first.organization.id, provider: 'oauth-a' },
      ]);
      expect(await auditOf(organization.id)).toEqual([]);
      expect(claimsOf((await signIn()).token).sub).toBe(first.user.id);
    });

    it('that is forged, expired or of another kind is 400 invalid-link', async () => {
      await register();
      const genuine = claimsOf(await linkOf());
      const { exp, ...endless } = genuine;
      const [, attempt] =
        /^backstop-oauth-a=([^;]+)/.exec((await new Browser(service).go('/auth/oauth-a')).setCookie) ?? [];
      expect(attempt).toEqual(TOKEN);
      const links: Record<string, unknown> = {
        'signed by another': signed(genuine, 'another secret'),
        unsigned: unsigned(genuine),
        expired: signed({ ...genuine, iat: exp - 1_300, exp: exp - 700 }),
        'without an end': signed(endless),
        'of another kind': signed({ ...genuine, typ: 'access' }),
        'for another place': signed({ ...genuine, aud: 'backstop-api' }),
        'of another service': signed({ ...genuine, iss: 'another' }),
        'of no provider': signed({ ...genuine, provider: 'oauth-c' }),
        'without a subject': signed({ ...genuine, sub: undefined }),
        'without an address': signed({ ...genuine, email: undefined }),
        'without a state': signed({ ...genuine, jti: undefined }),
        'of a sign-in that begins': attempt,
        nonsense: 'nonsense',
        empty: '',
      };
      expect(Object.keys(links)).toHaveLength(14);
      for (const [kind, link] of Object.entries(links)) {
        const answer = await login(link);
        expect([kind, answer.status, answer.body.data, errorOf(answer)]).toEqual([kind, 400, null, 'invalid-link']);
      }
      expect(await identitiesOf(a.person.sub)).toEqual([]);
      expect((await login(signed(genuine))).status).toBe(200);
    });

    it.each([[null], [7], [{}], ['x'.repeat(4_001)]])('that is no text is 400 validation-failed: %#', async (link) => {
      await register();
      const answer = await login(link);
      expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
      expect(answer.body.error.errors).toEqual([{ field: 'link', message: expect.any(String) }]);
    });
  });

  describe('an address that another person registered first', () => {
    it('is recovered by a new password, which ends the other’s sessions; then the identity is linked', async () => {
      const attacker = await register();
      const link = await linkOf();
      expect((await login(link, emailOfA(), 'the owner does not know it')).status).toBe(401);
      // This is the effect of a password reset by mail, which other tests cover.
      const owner = await register(`other-${emailOfA()}`);
      await rows.query(
        `UPDATE users SET token_version = token_version + 1,
         password_hash = (SELECT password_hash FROM users WHERE id = $2) WHERE id = $1`,
        [attacker.user.id, owner.user.id],
      );
      await rows.query('UPDATE organizations SET epoch = epoch + 1 WHERE id = $1', [attacker.organization.id]);
      const linked = await login(link);
      expect([linked.status, linked.body.data.user.emailVerified]).toEqual([200, true]);
      for (const at of [serviceA, serviceB]) {
        const seen = () => new Caller(at, attacker.token).get('/agents');
        expect((await eventually(seen, ({ status }) => status === 401, 2_000)).status).toBe(401);
      }
    });
  });

  describe('an account that is being deleted', () => {
    it('leads to account-deleted, and accepts no link', async () => {
      const { organization } = await register();
      b.person = newPerson({ email: emailOfA() });
      expect((await login(await linkOf())).status).toBe(200);
      const link = await linkOf('/auth/oauth-b');
      await rows.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [organization.id]);
      expect(await signIn()).toEqual({ error: 'account-deleted' });
      expect((await login(link)).status).toBe(401);
      expect(await identitiesOf(b.person.sub)).toEqual([]);
    });
  });
});
