import { type Answer, Caller } from '../../../support/client.js';
import { errorOf, setPlan } from '../../../support/ledger.js';
import { linkIn, tokenIn } from '../../../support/mailbox.js';
import { expectInvalidToken } from '../../../support/mailed-services.js';
import { login, type Operator, PASSWORD, register } from '../../../support/operators.js';
import { eventually } from '../../../support/patience.mjs';
import { accept, invite, membersOf, newAddress, operatorOf } from '../../../support/team.js';
import { type Mailed, mailedServices } from './services.js';

describe('invitations', () => {
  let mailed: Mailed;
  let host: Operator;
  beforeAll(async () => {
    mailed = await mailedServices();
  });
  beforeEach(async () => {
    host = await register(mailed.a, 'Visit https://evil.test\r\nBcc: all@example.com');
  });

  const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const ask = (email: unknown, by = host.caller, key?: string) => by.post('/team/invitations', { email }, key);
  const waiting = async (by = host.caller) => (await by.get('/team/invitations')).body.data;
  const refused = (answer: Answer) => [answer.status, errorOf(answer)];
  const known = (email?: string) => invite(host.caller, email, mailed.database.superuser);
  const auditOf = async (operator = host) =>
    (await mailed.auditOf(operator)).map(({ action, actor, target, before, after }) => ({
      action,
      actor: actor.label,
      target: target.type,
      before,
      after,
    }));

  describe('an invitation', () => {
    it('is mailed, shown to the members alone without its token, and makes an account in the organization once', async () => {
      const email = newAddress();
      const { status, body } = await ask(email);
      const invitation = { id: body.data.id, email, invitedBy: host.id, status: 'QUEUED', createdAt: TIME };
      expect([status, body.data]).toEqual([201, { ...invitation, expiresAt: null }]);
      const mail = await mailed.mailbox.nth(1, email);
      expect(linkIn(mail).href).toMatch(/^https:\/\/app\.backstop\.test\/home\/accept-invitation#token=[\w-]{43}$/);
      const token = tokenIn(mail);
      const listed = await eventually(waiting, ([one]) => one.status === 'SENT');
      expect(listed).toEqual([{ ...invitation, status: 'SENT', expiresAt: TIME }]);
      const lifeMs = Date.parse(listed[0].expiresAt) - Date.parse(listed[0].createdAt);
      expect(lifeMs).toBeGreaterThanOrEqual(7 * 86_400_000);
      expect(lifeMs).toBeLessThan(7 * 86_400_000 + 60_000);
      const { rows: kept } = await mailed.database.superuser.query('SELECT t::text AS text FROM mailed_links t');
      expect(kept.filter(({ text }) => text.includes(token))).toEqual([]);

      const accepted = await accept(mailed.b, token);
      expect([accepted.status, accepted.body.data]).toEqual([
        201,
        {
          token: expect.any(String),
          user: { id: expect.any(String), email, name: 'Colleague', emailVerified: true },
          organization: expect.objectContaining({ id: host.organization, plan: 'TEAM' }),
        },
      ]);
      const colleague = operatorOf(accepted, mailed.b);
      expect(await membersOf(colleague.caller)).toEqual([host.email, email].sort());
      expect((await login(mailed.a, email)).body.data.organization.id).toBe(host.organization);
      expect(await waiting()).toEqual([]);
      expectInvalidToken(await accept(mailed.a, token));
      // The address is known to be theirs: no second mail asks for it.
      expect(mailed.mailbox.to(email)).toHaveLength(1);
    });

    it('carries nothing that a user typed', async () => {
      const email = newAddress();
      await ask(email);
      const mail = await mailed.mailbox.nth(1, email);
      const lines = (mail.text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('https://app.'));
      expect([mail.subject, mail.recipients, mail.cc ?? [], mail.bcc ?? []]).toEqual([
        'You are invited to an organization',
        [email],
        [],
        [],
      ]);
      expect(lines).toEqual([
        'A member of an organization in Backstop invites this address to join it. If you expect that, open this link within seven days:',
        'Ask the person you expect it from whether they have sent it. If you do not expect it, there is nothing to do.',
      ]);
    });

    it.each([
      ['no text', 7],
      ['no address', 'grace'],
      ['a space', 'grace hopper@example.com'],
      ['a space around it', ' grace@example.com '],
      ['a second address', 'grace@example.com,ada@example.com'],
      ['a name', 'Grace <grace@example.com>'],
      ['a header', 'grace@example.com\r\nBcc: ada@example.com'],
      ['ten thousand characters', `${'g'.repeat(10_000)}@example.com`],
    ])('is refused for an address with %s', async (_, email) => {
      expect(refused(await ask(email))).toEqual([400, 'validation-failed']);
      expect(await waiting()).toEqual([]);
    });

    it('goes to a domain of any script', async () => {
      const email = `${newAddress().split('@')[0]}@münchen.example`;
      expect((await ask(email)).status).toBe(201);
      const sent = await eventually(waiting, ([one]) => one.status === 'SENT');
      expect(sent).toMatchObject([{ email, status: 'SENT' }]);
    });

    it('is one for each address, whatever its case, until it is deleted, accepted or over', async () => {
      const { id, email } = await known();
      expect(refused(await ask(email.toUpperCase()))).toEqual([409, 'already-invited']);
      expect((await host.caller.delete(`/team/invitations/${id}`)).body.data).toEqual({ id, deleted: true });
      const again = await known(email.toUpperCase());
      const over = "UPDATE mailed_links SET expires_at = now() - interval '1 second' WHERE id = $1";
      await mailed.database.superuser.query(over, [again.id]);
      expect(await waiting()).toEqual([]);
      const { token } = await known(email);
      expect((await accept(mailed.a, token)).status).toBe(201);
      expect(refused(await ask(email.toUpperCase()))).toEqual([409, 'already-member']);
      expect(refused(await ask(host.email))).toEqual([409, 'already-member']);
    });

    it('is sent once under an Idempotency-Key', async () => {
      const email = newAddress();
      const [first, second] = [await ask(email, host.caller, 'once'), await ask(email, host.caller, 'once')];
      expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
      expect(second.body.data.id).toBe(first.body.data.id);
      expect((await auditOf()).filter(({ action }) => action === 'invitation.created')).toHaveLength(1);
    });

    it('needs the TEAM plan to be sent, and no plan to be revoked', async () => {
      const { id } = await known();
      await setPlan(host.organization, 'PRO', mailed.database.superuser);
      await eventually(
        () => ask(newAddress()),
        ({ status }) => status === 403,
      );
      expect(refused(await ask(newAddress()))).toEqual([403, 'plan-required']);
      expect((await waiting()).map((one: { id: string }) => one.id)).toContain(id);
      expect((await host.caller.delete(`/team/invitations/${id}`)).status).toBe(200);
    });

    it('is listed in pages, newest first', async () => {
      for (let count = 0; count < 3; count++) await known();
      const all = await waiting();
      const first = await host.caller.get('/team/invitations?limit=2');
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await host.caller.get(next);
      expect([...first.body.data, ...second.body.data]).toEqual(all);
      expect(second.headers.get('link')).toBeNull();
    });
  });

  describe('a link that opens nothing', () => {
    it('gets the same answer when it is invented, expired, revoked, of another purpose or used', async () => {
      const expired = await known();
      const over = "UPDATE mailed_links SET expires_at = now() - interval '1 second' WHERE id = $1";
      await mailed.database.superuser.query(over, [expired.id]);
      const revoked = await known();
      await host.caller.delete(`/team/invitations/${revoked.id}`);
      const used = await known();
      expect((await accept(mailed.a, used.token)).status).toBe(201);
      const verification = tokenIn(await mailed.mailbox.nth(1, host.email));
      for (const token of ['x'.repeat(43), '', expired.token, revoked.token, used.token, verification, expired.id]) {
        expectInvalidToken(await accept(mailed.b, token));
        expectInvalidToken(await accept(mailed.b, token, host.caller.credential));
      }
      const { token } = await known();
      expectInvalidToken(await mailed.verify(token));
      expectInvalidToken(await mailed.reset(token));
      expect((await accept(mailed.b, token)).status).toBe(201);
    });

    it('of an organization that is deleted', async () => {
      const { token } = await known();
      const outsider = await register(mailed.b);
      expect((await host.caller.delete('/me')).status).toBe(200);
      expectInvalidToken(await accept(mailed.b, token));
      expectInvalidToken(await accept(mailed.b, token, outsider.caller.credential));
    });

    it('whose member was removed, who cannot come back by it', async () => {
      const insider = operatorOf(await accept(mailed.b, (await known()).token), mailed.b);
      const own = await invite(insider.caller, undefined, mailed.database.superuser);
      expect((await host.caller.delete(`/team/members/${insider.id}`)).status).toBe(200);
      expect(await waiting()).toEqual([]);
      expectInvalidToken(await accept(mailed.a, own.token));
      expect((await auditOf()).slice(-2)).toMatchObject([
        { action: 'member.removed', actor: host.email, before: { email: insider.email }, after: null },
        { action: 'invitation.revoked', before: { email: own.email, invitedBy: insider.id }, after: null },
      ]);
    });

    it('may be guessed at twenty times in a quarter of an hour', async () => {
      const { startService } = await import('../../../support/service.mjs');
      const strict = await startService({ DATABASE_URL: mailed.database.serviceUrl, RATE_LIMIT_MULTIPLIER: '1' });
      const statuses: number[] = [];
      for (let guess = 0; guess < 21; guess++) statuses.push((await accept(strict, `${guess}`.padEnd(43, 'x'))).status);
      await strict.stop();
      expect(statuses).toEqual([...Array(20).fill(400), 429]);
    });
  });

  describe('a person who has an account', () => {
    const joining = async (guest: Operator, email = guest.email) =>
      accept(mailed.b, (await known(email)).token, guest.caller.credential);

    it('learns of the account only from the link, not from the invitation, and joins after a login with its token', async () => {
      const guest = await register(mailed.b, 'Grace');
      await mailed.mailbox.nth(1, guest.email);
      const stranger = newAddress();
      const [one, other] = [await ask(guest.email), await ask(stranger)];
      const shown = ({ body }: Answer) => ({ ...body.data, id: '', email: '', createdAt: '' });
      expect([one.status, shown(one)]).toEqual([other.status, shown(other)]);
      const token = tokenIn(await mailed.mailbox.nth(2, guest.email));

      expect(refused(await accept(mailed.a, token))).toEqual([409, 'email-taken']);
      const { token: again } = (await login(mailed.a, guest.email)).body.data;
      const joined = operatorOf(await accept(mailed.a, token, again), mailed.a);
      expect(joined).toMatchObject({ organization: host.organization, email: guest.email });
      expect(await membersOf(host.caller)).toEqual([host.email, guest.email].sort());
      // All earlier credentials have ended, and the password is the same.
      for (const credential of [again, guest.caller.credential]) {
        const seen = () => new Caller(mailed.b, credential).get('/me');
        expect((await eventually(seen, ({ status }) => status === 401)).status).toBe(401);
      }
      expect((await login(mailed.b, guest.email)).body.data.organization.id).toBe(host.organization);
      const me = (await joined.caller.get('/me')).body.data;
      expect(me.user).toMatchObject({ name: 'Grace', emailVerified: true });
    });

    it('leaves an organization that others stay in, which says so', async () => {
      const guest = await register(mailed.b);
      const other = await invite(guest.caller, undefined, mailed.database.superuser);
      const stays = operatorOf(await accept(mailed.a, other.token), mailed.a);
      expect((await joining(guest)).status).toBe(201);
      expect(await membersOf(stays.caller)).toEqual([stays.email]);
      expect((await auditOf(guest)).at(-1)).toMatchObject({
        action: 'member.left',
        actor: guest.email,
        before: { email: guest.email },
        after: null,
      });
      expect((await auditOf()).slice(-2)).toMatchObject([
        { action: 'invitation.accepted', actor: guest.email, before: { email: guest.email } },
        { action: 'member.joined', actor: guest.email, after: { email: guest.email, emailVerified: true } },
      ]);
    });

    it('cannot leave an organization as its last member if the organization was ever used', async () => {
      const uses: ((guest: Operator) => Promise<Answer>)[] = [
        ({ caller }) => caller.post('/sessions', { agentId: 'an-agent', intent: 'work' }),
        ({ caller }) => caller.post('/api-keys', { name: 'key', kind: 'live' }),
        ({ caller }) => caller.post('/team/invitations', { email: newAddress() }),
        async ({ caller }) => {
          const { body } = await caller.post('/policies', { apiNamePattern: '*', action: 'BLOCK' });
          return caller.delete(`/policies/${body.data.id}`);
        },
      ];
      for (const use of uses) {
        const guest = await register(mailed.b);
        expect((await use(guest)).status).toBeLessThan(300);
        const { token, id } = await known(guest.email);
        expect(refused(await accept(mailed.b, token, guest.caller.credential))).toEqual([409, 'last-member']);
        expect((await guest.caller.get('/me')).body.data.organization.id).toBe(guest.organization);
        expect((await waiting()).map((one: { id: string }) => one.id)).toContain(id);
        // The way that is named: the account is deleted, and the invitation makes a new one.
        expect((await guest.caller.delete('/me')).status).toBe(200);
        expect((await accept(mailed.a, token)).status).toBe(201);
      }
    });

    it('joins with the address that was invited alone, in whatever case', async () => {
      const [guest, other] = [await register(mailed.a), await register(mailed.a)];
      const { token } = await known(guest.email.toUpperCase());
      expectInvalidToken(await accept(mailed.b, token, other.caller.credential));
      expect((await other.caller.get('/me')).status).toBe(200);
      expect((await accept(mailed.b, token, guest.caller.credential)).status).toBe(201);
    });

    it('is a member already', async () => {
      const { token } = await known();
      expect(refused(await accept(mailed.a, token, host.caller.credential))).toEqual([409, 'already-member']);
    });

    it('keeps the identity of an identity provider', async () => {
      const guest = await register(mailed.a);
      await mailed.database.superuser.query(
        `INSERT INTO identities (id, organization_id, user_id, provider, subject)
       VALUES (gen_random_uuid(), $1, $2, 'oauth-a', $3)`,
        [guest.organization, guest.id, guest.id],
      );
      const { id } = operatorOf(await joining(guest), mailed.b);
      const { rows: identities } = await mailed.database.superuser.query(
        'SELECT organization_id, user_id FROM identities WHERE subject = $1',
        [guest.id],
      );
      expect(identities).toEqual([{ organization_id: host.organization, user_id: id }]);
    });

    it('that was deleted while the invitation waited makes a new one', async () => {
      const guest = await register(mailed.a);
      const { token } = await known(guest.email);
      expect((await guest.caller.delete('/me')).status).toBe(200);
      expect(refused(await accept(mailed.a, token, guest.caller.credential))).toEqual([401, 'unauthenticated']);
      expect((await accept(mailed.a, token)).status).toBe(201);
    });
  });

  describe('the credential that comes with a link', () => {
    it('must be a person’s: no key, no credential that is over', async () => {
      const { key } = (await host.caller.post('/api-keys', { name: 'key', kind: 'live' })).body.data;
      const { token } = await known();
      expect(refused(await accept(mailed.a, token, key))).toEqual([403, 'operator-required']);
      expect(refused(await accept(mailed.a, token, 'nothing'))).toEqual([401, 'unauthenticated']);
    });

    it('must be a password and a name for a new account, and leaves the link as it was', async () => {
      const { token } = await known();
      const knock = (body: object) => new Caller(mailed.a, null).post('/team/invitations/accept', { token, ...body });
      for (const body of [
        {},
        { password: PASSWORD },
        { name: 'Grace' },
        { name: 'Grace', password: 'password' },
        { name: 'Grace', password: 'short' },
        { name: '', password: PASSWORD },
        { name: 'Grace', password: PASSWORD, email: 'other@example.com' },
      ]) {
        expect(refused(await knock(body))).toEqual([400, 'validation-failed']);
      }
      expect((await knock({ name: 'Grace', password: PASSWORD })).status).toBe(201);
    });
  });
});
