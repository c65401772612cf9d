import { type Answer, Caller } from '../../../support/client.js';
import { errorOf, tally } from '../../../support/ledger.js';
import { linkIn, tokenIn } from '../../../support/mailbox.js';
import { expectInvalidToken, NEW_PASSWORD } from '../../../support/mailed-services.js';
import { login, type Operator } from '../../../support/operators.js';
import { eventually } from '../../../support/patience.mjs';
import { type Mailed, mailedServices } from './services.js';

describe('password recovery', () => {
  const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

  let mailed: Mailed;
  beforeAll(async () => {
    mailed = await mailedServices();
  });

  describe('a forgotten password', () => {
    it('is replaced by the link in the mail, and the old one is invalid', async () => {
      const operator = await mailed.newOperator();
      const answer = await mailed.forgot(operator.email.toUpperCase());
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: {
          data: {
            message: 'If there is an account with this address, a link to set a new password is on its way to it.',
          },
          error: null,
          timestamp: TIME,
        },
      });
      const mail = await mailed.mailbox.nth(2, operator.email);
      const { origin, pathname, search } = linkIn(mail);
      expect(origin + pathname + search).toBe('https://app.backstop.test/home/reset-password');
      const done = await mailed.reset(tokenIn(mail));
      expect({ status: done.status, body: done.body }).toEqual({
        status: 200,
        body: {
          data: { message: 'The new password is set. You have been signed out on all devices.' },
          error: null,
          timestamp: TIME,
        },
      });
      expect((await login(mailed.a, operator.email)).status).toBe(401);
      expect((await login(mailed.b, operator.email, NEW_PASSWORD)).status).toBe(200);
    });

    it('gets the same answer for an address without an account, which gets no mail', async () => {
      const operator = await mailed.newOperator();
      const known = await mailed.forgot(operator.email);
      const unknown = await mailed.forgot(`no-${operator.email}`);
      const lasting = ({ status, headers, body }: Answer) => ({
        status,
        headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name)),
        data: body.data,
      });
      expect(lasting(unknown)).toEqual(lasting(known));
      await mailed.mailbox.nth(2, operator.email);
      const left = await eventually(
        async () => (await mailed.database.superuser.query('SELECT FROM reset_requests')).rowCount,
        (count) => count === 0,
      );
      expect(left).toBe(0);
      expect(mailed.mailbox.to(`no-${operator.email}`)).toEqual([]);
    });

    it('is answered before the accounts are read: the time of the answer does not show whether there is one', async () => {
      const { email } = await mailed.newOperator();
      const holder = await mailed.database.superuser.connect();
      const lock = (): Promise<unknown> =>
        holder
          .query('BEGIN; LOCK TABLE users, identities, organizations IN ACCESS EXCLUSIVE MODE')
          .catch(async (error) => {
            await holder.query('ROLLBACK');
            // The service works on these tables too, in another order.
            if (error.code !== '40P01') throw error;
            return lock();
          });
      await lock();
      for (const address of [email, `no-${email}`]) expect((await mailed.forgot(address)).status).toBe(200);
      await holder.query('ROLLBACK');
      holder.release();
      await mailed.mailbox.nth(2, email);
    });

    it('that is set ends every session of the user at every process; keys of agents live on', async () => {
      const operator = await mailed.newOperator();
      const { key } = (await operator.caller.post('/api-keys', { name: 'agent', kind: 'live' })).body.data;
      const second = new Caller(mailed.b, (await login(mailed.b, operator.email)).body.data.token);
      const sessions = [operator.caller, operator.caller.at(mailed.b), second, second.at(mailed.a)];
      const statuses = () => Promise.all(sessions.map(async (caller) => (await caller.get('/agents')).status));
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      expect((await mailed.reset(await mailed.forgotten(operator))).status).toBe(200);
      const over = [401, 401, 401, 401];
      expect(await eventually(statuses, (seen) => `${seen}` === `${over}`)).toEqual(over);
      expect((await new Caller(mailed.a, key).get('/registry')).status).toBe(200);
    });

    it('proves the address: its user has read the mail', async () => {
      const operator = await mailed.newOperator();
      await mailed.reset(await mailed.forgotten(operator));
      expect((await login(mailed.a, operator.email, NEW_PASSWORD)).body.data.user.emailVerified).toBe(true);
    });

    it('may be a first one, of a user who signed up through an identity provider', async () => {
      const operator = await mailed.newOperator();
      await mailed.database.superuser.query('UPDATE users SET password_hash = NULL WHERE id = $1', [operator.id]);
      expect((await login(mailed.a, operator.email)).status).toBe(401);
      expect((await mailed.reset(await mailed.forgotten(operator))).status).toBe(200);
      expect((await login(mailed.a, operator.email, NEW_PASSWORD)).status).toBe(200);
    });

    it('is recorded in the audit log, without a secret', async () => {
      const operator = await mailed.newOperator();
      const token = await mailed.forgotten(operator);
      const { headers } = await mailed.reset(token);
      const actor = { kind: 'USER', id: operator.id, label: operator.email };
      const target = { type: 'member', id: operator.id };
      const member = { email: operator.email, name: 'Ada', emailVerified: false, role: 'MEMBER' };
      const entries = await mailed.auditOf(operator);
      expect(entries).toEqual([
        { sequence: 1, action: 'member.joined', actor, target, before: null, after: member, request_id: UUID },
        {
          sequence: 2,
          action: 'member.password-reset',
          actor,
          target,
          before: member,
          after: { ...member, emailVerified: true },
          request_id: headers.get('x-request-id'),
        },
      ]);
      expect(JSON.stringify(entries)).not.toContain(token);
    });
  });

  describe('the token of a reset', () => {
    const resetsOf = async (operator: Operator) =>
      (await mailed.linksOf(operator)).filter(({ purpose }) => purpose === 'reset-password');

    it('is used once, also by sixteen requests to two processes: one password is set', async () => {
      const operator = await mailed.newOperator();
      const token = await mailed.forgotten(operator);
      const passwords = Array.from({ length: 16 }, (_, index) => `horse number ${index} wins`);
      const answers = await Promise.all(
        passwords.map((password, index) => mailed.reset(token, password, index % 2 ? mailed.a : mailed.b)),
      );
      expect(tally(answers)).toEqual({ 200: 1, 400: 15 });
      for (const answer of answers) if (answer.status === 400) expectInvalidToken(answer);
      const logins = await Promise.all(passwords.map((password) => login(mailed.a, operator.email, password)));
      expect(logins.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
      expectInvalidToken(await mailed.reset(token));
    });

    it.each([0, 1])(
      'stays valid when others are requested; the first that is used ends them all (%#)',
      async (used) => {
        const operator = await mailed.newOperator();
        const tokens = [await mailed.forgotten(operator), await mailed.forgotten(operator, 3)];
        expect((await mailed.reset(tokens[used] ?? '')).status).toBe(200);
        for (const token of tokens) expectInvalidToken(await mailed.reset(token));
      },
    );

    it('is mailed five times an hour for an account, and further requests get the same answer', async () => {
      const operator = await mailed.newOperator();
      const tokens: string[] = [];
      for (let count = 2; count <= 6; count++) tokens.push(await mailed.forgotten(operator, count));
      const unknown = await mailed.forgot('nobody@example.com');
      for (const email of [operator.email, operator.email.toUpperCase()])
        expect((await mailed.forgot(email)).body.data).toEqual(unknown.body.data);
      await mailed.answered();
      expect(await resetsOf(operator)).toHaveLength(5);
      // Even five requests by a stranger do not end the owner's link.
      expect((await mailed.reset(tokens[0] ?? '')).status).toBe(200);
      // The reset ended all five, so that the owner is not held up: the next one is mailed.
      await mailed.forgotten(operator, 7);
    });

    it('counts for the hour also after its ten minutes', async () => {
      const operator = await mailed.newOperator();
      for (let count = 2; count <= 6; count++) await mailed.forgotten(operator, count);
      const past = (ago: string) =>
        mailed.database.superuser.query(
          `UPDATE mailed_links SET created_at = now() - $2::interval, expires_at = now() - interval '1 minute',
           due_at = greatest(now() - interval '1 minute', now() - $2::interval + interval '1 hour') WHERE user_id = $1`,
          [operator.id, ago],
        );
      await past('50 minutes');
      await mailed.forgot(operator.email);
      await mailed.answered();
      expect(await resetsOf(operator)).toHaveLength(5);
      await past('61 minutes');
      await mailed.forgotten(operator, 7);
    });

    it('lives ten minutes from when it was sent', async () => {
      const operator = await mailed.newOperator();
      const token = await mailed.forgotten(operator);
      const [, link] = await mailed.linksOf(operator);
      expect(link.purpose).toBe('reset-password');
      expect(link.seconds).toBeGreaterThanOrEqual(600);
      expect(link.seconds).toBeLessThan(615);
      await mailed.database.superuser.query('UPDATE mailed_links SET expires_at = now() WHERE user_id = $1', [
        operator.id,
      ]);
      expectInvalidToken(await mailed.reset(token));
      expect((await login(mailed.a, operator.email)).status).toBe(200);
    });

    it('opens the account it was made for, and no other', async () => {
      const [mine, theirs] = [await mailed.newOperator(), await mailed.newOperator()];
      expect((await mailed.reset(await mailed.forgotten(mine))).status).toBe(200);
      expect((await login(mailed.a, theirs.email)).status).toBe(200);
      expect((await theirs.caller.get('/agents')).status).toBe(200);
      expect((await login(mailed.a, theirs.email, NEW_PASSWORD)).status).toBe(401);
    });

    it('that is wrong in any way gets the same answer', async () => {
      const operator = await mailed.newOperator();
      const token = await mailed.forgotten(operator);
      const wrong = [
        '',
        'x',
        token.slice(0, -1),
        `${token}x`,
        ` ${token}`,
        token.toLowerCase(),
        operator.verification,
        operator.caller.credential?.slice(0, 200) ?? '',
        "' OR 1=1 --",
        operator.id,
      ];
      expect(wrong).toHaveLength(10);
      for (const guess of wrong) expectInvalidToken(await mailed.reset(guess));
      expectInvalidToken(await mailed.verify(token));
      expect((await mailed.reset(token)).status).toBe(200);
    });

    it('survives a password that is refused', async () => {
      const operator = await mailed.newOperator();
      const token = await mailed.forgotten(operator);
      for (const [password, message] of [
        ['password', 'is one of the most common passwords'],
        ['q9!kz_v', 'must NOT have fewer than 8 characters'],
        ['x'.repeat(129), 'must NOT have more than 128 characters'],
      ] as const) {
        const answer = await mailed.reset(token, password);
        expect(errorOf(answer)).toBe('validation-failed');
        expect(answer.body.error.errors).toEqual([{ field: 'newPassword', message }]);
      }
      expect((await mailed.reset(token)).status).toBe(200);
    });

    it('is neither in the database nor in a log', async () => {
      const operator = await mailed.newOperator();
      const token = await mailed.forgotten(operator);
      const { rows } = await mailed.database.superuser.query('SELECT * FROM mailed_links WHERE user_id = $1', [
        operator.id,
      ]);
      expect(rows).toHaveLength(2);
      await mailed.verify(operator.verification);
      await mailed.reset(token);
      const { headers } = await mailed.reset(token);
      const log = () => [...mailed.a.output, ...mailed.b.output].join('\n');
      const last = headers.get('x-request-id') ?? '';
      const written = await eventually(log, (text) => text.includes(last));
      expect(written).toContain(last);
      expect(written).toContain('/auth/reset-password');
      for (const secret of [token, operator.verification]) {
        expect(JSON.stringify(rows)).not.toContain(secret);
        expect(written).not.toContain(secret);
      }
    });
  });
});
