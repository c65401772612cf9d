import { type Answer, Caller } from './client.js';
import { Mailbox, tokenIn } from './mailbox.js';
import { type Operator, register } from './operators.js';
import { newOwnDatabase } from './own-database.js';
import { eventually } from './patience.mjs';
import { startService } from './service.mjs';

export const NEW_PASSWORD = 'another horse entirely';

/** Starts two processes of a service on a database of their own, and the mail server they send through. */
export async function startMailedServices() {
  const mailbox = new Mailbox();
  const database = await newOwnDatabase();
  const env = {
    DATABASE_URL: database.serviceUrl,
    SMTP_URL: await mailbox.start(),
    MAIL_FROM: 'Backstop <post@backstop.test>',
    PUBLIC_URL: 'https://api.backstop.test',
    DASHBOARD_URL: 'https://app.backstop.test/home',
    LOG_LEVEL: 'trace',
  };
  const [a, b] = await Promise.all([startService(env), startService(env)]);

  /** Registered, and with the token of the mail that says so. */
  const newOperator = async (): Promise<Operator & { verification: string }> => {
    const operator = await register(a);
    const verification = tokenIn(await mailbox.nth(1, operator.email));
    await settled(operator);
    return { ...operator, verification };
  };
  const forgot = (email: string) => new Caller(a, null).post('/auth/forgot-password', { email });
  /** The token of the link that is mailed after a reset request; `count`: the mails the operator has by then. */
  const forgotten = async (operator: Operator, count = 2): Promise<string> => {
    expect((await forgot(operator.email)).status).toBe(200);
    const token = tokenIn(await mailbox.nth(count, operator.email));
    await settled(operator);
    return token;
  };
  /** Every request for a link has become one, or nothing. */
  const answered = async () => {
    const open = async () => (await database.superuser.query('SELECT id FROM reset_requests')).rows;
    expect(await eventually(open, (requests) => requests.length === 0, 15_000)).toEqual([]);
  };
  const reset = (token: string, newPassword = NEW_PASSWORD, service = a) =>
    new Caller(service, null).post('/auth/reset-password', { token, newPassword });
  const verify = (token: string, service = a) => new Caller(service, null).get(`/auth/verify-email?token=${token}`);
  const auditOf = async ({ organization }: Operator) =>
    (
      await database.superuser.query(
        `SELECT sequence::int, action, actor, target, before, after, request_id FROM audit_entries
         WHERE organization_id = $1 ORDER BY sequence`,
        [organization],
      )
    ).rows;
  const linksOf = async ({ id }: Operator) =>
    (
      await database.superuser.query(
        `SELECT purpose, status, attempts, token_hash, extract(epoch FROM expires_at - created_at)::int AS seconds
         FROM mailed_links WHERE user_id = $1 ORDER BY id`,
        [id],
      )
    ).rows;
  /** The links once all count as sent: a mail is here before that is written down. */
  const settled = (operator: Operator) =>
    eventually(
      () => linksOf(operator),
      (links) => links.every(({ status }) => status === 'SENT'),
    );
  const stop = async () => {
    await Promise.all([a.stop(), b.stop()]);
    await mailbox.stop();
    await database.drop();
  };
  return {
    a,
    b,
    mailbox,
    database,
    newOperator,
    forgot,
    forgotten,
    answered,
    reset,
    verify,
    auditOf,
    linksOf,
    settled,
    stop,
  };
}

export const expectInvalidToken = (answer: Answer) =>
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 400,
    body: {
      data: null,
      error: {
        type: 'https://api.backstop.test/errors/invalid-token',
        title: 'Invalid token',
        status: 400,
        detail: 'This link is not valid or has expired. Ask for a new one.',
        requestId: answer.headers.get('x-request-id'),
      },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
