import { Caller } from '../../../support/client.js';
import { errorOf, tally } from '../../../support/ledger.js';
import { tokenIn } from '../../../support/mailbox.js';
import { expectInvalidToken } from '../../../support/mailed-services.js';
import { login, PASSWORD, register } from '../../../support/operators.js';
import { eventually } from '../../../support/patience.mjs';
import type { ServiceProcess } from '../../../support/service.mjs';
import { type Mailed, mailedServices } from './services.js';

describe('verification of an address', () => {
  const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  let mailed: Mailed;
  beforeAll(async () => {
    mailed = await mailedServices();
  });

  describe('verifying an address', () => {
    it('answers as it is, without the envelope, and the same when the link is opened again', async () => {
      const operator = await mailed.newOperator();
      for (const service of [mailed.a, mailed.b, mailed.a]) {
        const answer = await mailed.verify(operator.verification, service);
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 200,
          body: { verified: true, email: operator.email },
        });
      }
      expect((await login(mailed.a, operator.email)).body.data.user.emailVerified).toBe(true);
      const entries = await mailed.auditOf(operator);
      expect(entries.map(({ action, after }) => [action, after.emailVerified])).toEqual([
        ['member.joined', false],
        ['member.verified', true],
        ['member.signed-in', undefined],
      ]);
    });

    it('leads a browser to the page that does it, with the token where no server sees it', async () => {
      const operator = await mailed.newOperator();
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const path = `/auth/verify-email?token=${encodeURIComponent(operator.verification)}`;
      const answer = await fetch(mailed.a.url + path, { headers: { accept }, redirect: 'manual' });
      expect({ status: answer.status, vary: answer.headers.get('vary'), body: await answer.text() }).toEqual({
        status: 302,
        vary: 'accept',
        body: '',
      });
      const { pathname, search, hash } = new URL(answer.headers.get('location') ?? '');
      expect([pathname, search, hash]).toEqual(['/home/verify-email', '', `#token=${operator.verification}`]);
      expect((await login(mailed.a, operator.email)).body.data.user.emailVerified).toBe(false);
    });

    it('is possible for 24 hours from when the link was sent', async () => {
      const operator = await mailed.newOperator();
      const [{ seconds }] = await mailed.linksOf(operator);
      expect(seconds).toBeGreaterThanOrEqual(86_400);
      expect(seconds).toBeLessThan(86_415);
      await mailed.database.superuser.query(
        'UPDATE mailed_links SET expires_at = now(), due_at = now() WHERE user_id = $1',
        [operator.id],
      );
      expectInvalidToken(await mailed.verify(operator.verification));
      const left = await eventually(
        () => mailed.linksOf(operator),
        (links) => links.length === 0,
      );
      expect(left).toEqual([]);
    });

    it('with a wrong token is refused like any invalid token; without a token it is 400', async () => {
      for (const token of ['', 'x', 'x'.repeat(43), '%00']) expectInvalidToken(await mailed.verify(token));
      expect(errorOf(await new Caller(mailed.a, null).get('/auth/verify-email'))).toBe('validation-failed');
      expect(errorOf(await new Caller(mailed.a, null).get('/auth/verify-email?token=a&token=b'))).toBe(
        'validation-failed',
      );
    });

    it('can be requested again: both links are valid', async () => {
      const operator = await mailed.newOperator();
      const answer = await operator.caller.post('/auth/resend-verification');
      const message = 'Unless your address is verified already, a link to verify it is on its way to it.';
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: { data: { message }, error: null, timestamp: TIME },
      });
      const again = tokenIn(await mailed.mailbox.nth(2, operator.email));
      expect(again).not.toBe(operator.verification);
      for (const token of [operator.verification, again]) expect((await mailed.verify(token)).status).toBe(200);

      const verified = await operator.caller.at(mailed.b).post('/auth/resend-verification');
      expect([verified.status, verified.body.data]).toEqual([200, { message }]);
      expect((await mailed.settled(operator)).map(({ status }) => status)).toEqual(['SENT', 'SENT']);
    });

    it('sends five mails in an hour at most, however many ask at once', async () => {
      const operator = await mailed.newOperator();
      await mailed.database.superuser.query(
        `INSERT INTO mailed_links (id, organization_id, user_id, purpose, status, token_hash, expires_at, due_at)
       SELECT gen_random_uuid(), organization_id, id, 'verify-email', 'SENT', id::text || n, now() + interval '1 day',
         now() + interval '1 day' FROM users, generate_series(1, 3) n WHERE id = $1`,
        [operator.id],
      );
      const resend = (service: ServiceProcess) => operator.caller.at(service).post('/auth/resend-verification');
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => resend(index % 2 ? mailed.a : mailed.b)),
      );
      expect(tally(answers)).toEqual({ 200: 16 });
      await mailed.mailbox.nth(2, operator.email);
      expect((await resend(mailed.a)).status).toBe(200);
      expect(await mailed.linksOf(operator)).toHaveLength(5);
    });

    it('is for operators: an agent may not request a mail', async () => {
      const operator = await mailed.newOperator();
      const { key } = (await operator.caller.post('/api-keys', { name: 'agent', kind: 'live' })).body.data;
      expect(errorOf(await new Caller(mailed.a, key).post('/auth/resend-verification'))).toBe('operator-required');
      expect(errorOf(await new Caller(mailed.a, null).post('/auth/resend-verification'))).toBe('unauthenticated');
    });
  });

  describe('a deleted organization', () => {
    it('gets no mail, and its links are invalid', async () => {
      const operator = await mailed.newOperator();
      const token = await mailed.forgotten(operator);
      await mailed.database.superuser.query(
        'UPDATE organizations SET deleted_at = now(), epoch = epoch + 1 WHERE id = $1',
        [operator.organization],
      );
      expectInvalidToken(await mailed.reset(token));
      expectInvalidToken(await mailed.verify(operator.verification));
      const other = await mailed.newOperator();
      expect((await mailed.forgot(operator.email)).status).toBe(200);
      await mailed.forgotten(other);
      expect(mailed.mailbox.to(operator.email)).toHaveLength(2);
    });
  });

  describe('a mail', () => {
    it('has a fixed text and nothing that a user typed: a name injects no header, no recipient and no word', async () => {
      const name = 'Eve\r\nBcc: victim@example.com\r\nSubject: Urgent\r\n\r\n<a href="https://evil.test">click</a>';
      const { email } = await register(mailed.a, name);
      const mail = await mailed.mailbox.nth(1, email);
      expect(mail.recipients).toEqual([email]);
      expect(mail.headers.map(({ key }) => key).sort()).toEqual([
        'auto-submitted',
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ]);
      expect({ from: mail.from, to: mail.to, subject: mail.subject, html: mail.html }).toEqual({
        from: { name: 'Backstop', address: 'post@backstop.test' },
        to: [{ name: '', address: email }],
        subject: 'Confirm your e-mail address',
        html: undefined,
      });
      expect(mail.text).toBe(
        `This address was given for a Backstop account. If it is yours, open this link within 24 hours:

https://api.backstop.test/auth/verify-email?token=${tokenIn(mail)}

If it was not you, there is nothing to do.
`,
      );
      expect(mailed.mailbox.to('victim@example.com')).toEqual([]);
    });

    it.each([
      '"a, victim@example.com"@example.com',
      '"<victim@example.com>"@example.com',
      'victim@example.com,a@example.com',
      'a@example.com\r\nRCPT TO:<victim@example.com>',
      'a@example.com>\r\nBCC: victim@example.com',
    ])('goes only to the address that was given: %j', async (email) => {
      const answer = await new Caller(mailed.a, null).post('/auth/register', {
        email,
        password: PASSWORD,
        name: 'Ada',
      });
      expect([201, 400]).toContain(answer.status);
      // By the time that a later mail arrives, the service has tried to send every mail it accepted.
      await mailed.newOperator();
      expect(mailed.mailbox.mails.filter(({ recipients }) => recipients.includes('victim@example.com'))).toEqual([]);
    });
  });
});
