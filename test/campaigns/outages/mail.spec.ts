import { createServer, type Server, type Socket } from 'node:net';
import { Caller } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { Mailbox, tokenIn } from '../../support/mailbox.js';
import { login, register } from '../../support/operators.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { valueAt } from '../../support/prometheus-names.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

/** Takes connections and never says a word. */
class SilentServer {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
  });
  get connections() {
    return this.sockets.size;
  }
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }
  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let database: OwnDatabase;
const started: ServiceProcess[] = [];
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await newOwnDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await database.superuser.query('TRUNCATE mailed_links, reset_requests');
});

async function service(env: Record<string, string>): Promise<ServiceProcess> {
  const one = await startService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'info', ...env });
  started.push(one);
  return one;
}

async function newMailbox(): Promise<{ mailbox: Mailbox; url: string }> {
  const mailbox = new Mailbox();
  const url = await mailbox.start();
  stops.push(() => mailbox.stop());
  return { mailbox, url };
}

const links = async () =>
  (await database.superuser.query('SELECT status, attempts, due_at > now() AS later FROM mailed_links ORDER BY id'))
    .rows;

const logged = (one: ServiceProcess, words: string) =>
  eventually(
    async () => one.output.filter((line) => line.includes(words)),
    (lines) => lines.length > 0,
  );

describe('a mail server that is down', () => {
  it('slows and fails no route, and gets the mails when it is up again', async () => {
    const reserved = new Mailbox();
    const url = await reserved.start();
    await reserved.stop();
    const one = await service({ SMTP_URL: url });
    const { email, caller } = await register(one);
    const anonymous = new Caller(one, null);
    for (const path of ['/auth/forgot-password', '/auth/resend-verification']) {
      expect((await caller.post(path, { email })).status).toBe(200);
    }
    expect((await anonymous.get('/health')).status).toBe(200);
    expect(await logged(one, 'a mail could not be sent')).not.toEqual([]);

    const mailbox = new Mailbox();
    await mailbox.start(Number(new URL(url).port));
    stops.push(() => mailbox.stop());
    await database.superuser.query("UPDATE mailed_links SET due_at = now() WHERE status = 'QUEUED'");
    const mails = await eventually(
      async () => mailbox.to(email).map(({ subject }) => subject),
      (seen) => seen.length === 2,
    );
    expect(mails.sort()).toEqual(['Confirm your e-mail address', 'Set a new password']);
  });

  it('for a day has its mail given up', async () => {
    const metricsPort = await freePort();
    const one = await service({ SMTP_URL: 'smtp://127.0.0.1:1', METRICS_PORT: String(metricsPort) });
    await register(one);
    expect(await logged(one, 'a mail could not be sent')).not.toEqual([]);
    expect(await valueAt(metricsPort, 'backstop_mails_given_up_total')).toBe(0);
    await database.superuser.query("UPDATE mailed_links SET created_at = now() - interval '1 day', due_at = now()");
    const left = await eventually(links, (seen) => seen.length === 0);
    expect(left).toEqual([]);
    expect(await logged(one, 'a mail was given up')).toHaveLength(1);
    expect(await valueAt(metricsPort, 'backstop_mails_given_up_total')).toBe(1);
  });
});

describe('a mail server that refuses', () => {
  it('is asked again until it accepts the mail; its answers, which may quote the mail, are in no log', async () => {
    const { mailbox, url } = await newMailbox();
    let refused = '';
    mailbox.refusal = (raw) => {
      refused = raw.replaceAll('=\r\n', '');
      return Object.assign(new Error(`Refused: ${refused.replaceAll(/\s+/g, ' ')}`), { responseCode: 554 });
    };
    const one = await service({ SMTP_URL: url });
    const { email } = await register(one);
    const [line] = await logged(one, 'a mail could not be sent');
    const token = /verify-email\?token=(?:3D)?([\w-]{43})/.exec(refused)?.[1] ?? '';
    expect(token).toHaveLength(43);
    mailbox.refusal = null;
    expect(tokenIn(await mailbox.nth(1, email))).toBe(token);
    expect(JSON.parse(line ?? '{}')).toMatchObject({ code: 'EMESSAGE', command: 'DATA', responseCode: 554, number: 1 });
    expect(one.output.join('\n')).not.toContain(token);
  });
});

describe('a mail server that never answers', () => {
  it('slows no route and no stop, and another process sends the mail elsewhere', async () => {
    const silent = new SilentServer();
    const url = await silent.start();
    stops.push(() => silent.stop());
    const one = await service({ SMTP_URL: url, DATABASE_POOL: '5' });
    const operators = await Promise.all(Array.from({ length: 12 }, () => register(one)));
    // Eight mails are held; none of them holds a connection to the database.
    expect(
      await eventually(
        async () => silent.connections,
        (count) => count === 8,
      ),
    ).toBe(8);
    for (const { caller, email } of operators) {
      expect((await caller.get('/me')).status).toBe(200);
      expect((await caller.post('/auth/forgot-password', { email })).status).toBe(200);
    }
    started.splice(0);
    await one.stop();

    const { mailbox, url: elsewhere } = await newMailbox();
    await service({ SMTP_URL: elsewhere });
    for (const { email } of operators) await mailbox.nth(2, email);
  });
});

describe('two processes', () => {
  it('send each mail once', async () => {
    const { mailbox, url } = await newMailbox();
    mailbox.onMail = () => new Promise((resolve) => setTimeout(resolve, 100));
    const [one, other] = await Promise.all([service({ SMTP_URL: url }), service({ SMTP_URL: url })]);
    const operators = await Promise.all(Array.from({ length: 20 }, (_, index) => register(index % 2 ? one : other)));
    const settled = () => eventually(links, (seen) => seen.length > 0 && seen.every(({ status }) => status === 'SENT'));
    await settled();
    await Promise.all(
      operators.map(({ email }, index) =>
        new Caller(index % 2 ? other : one, null).post('/auth/forgot-password', { email }),
      ),
    );
    const sent = await eventually(links, (seen) => seen.length === 40 && seen.every(({ status }) => status === 'SENT'));
    expect(sent).toEqual(Array(40).fill({ status: 'SENT', attempts: 1, later: true }));
    expect(operators.map(({ email }) => mailbox.to(email).length)).toEqual(Array(20).fill(2));
    expect(mailbox.mails).toHaveLength(40);
  });

  it('lose no mail when one dies while the server takes it: the same mail is sent again', async () => {
    const { mailbox, url } = await newMailbox();
    const one = await service({ SMTP_URL: url });
    started.splice(0);
    mailbox.onMail = () => one.kill('SIGKILL');
    const { email } = await register(one);
    const first = await mailbox.nth(1, email);
    mailbox.onMail = async () => {};
    const other = await service({ SMTP_URL: url });
    // No process sends it for half a minute, while it may still be on its way.
    expect(await links()).toEqual([{ status: 'QUEUED', attempts: 1, later: true }]);
    await database.superuser.query('UPDATE mailed_links SET due_at = now()');
    const second = await mailbox.nth(2, email);
    expect([second.messageId, second.text]).toEqual([first.messageId, first.text]);
    const verified = await new Caller(other, null).get(`/auth/verify-email?token=${tokenIn(first)}`);
    expect(verified.body).toEqual({ verified: true, email });
  });

  it('end a link that was used while its mail counts as not sent: it does not become valid again', async () => {
    const { mailbox, url } = await newMailbox();
    const one = await service({ SMTP_URL: url });
    const { email } = await register(one);
    await mailbox.nth(1, email);
    started.splice(0);
    mailbox.onMail = () => one.kill('SIGKILL');
    await new Caller(one, null).post('/auth/forgot-password', { email });
    const token = tokenIn(await mailbox.nth(2, email));
    mailbox.onMail = async () => {};
    const other = await service({ SMTP_URL: url });
    const body = { token, newPassword: 'another horse entirely' };
    expect((await new Caller(other, null).post('/auth/reset-password', body)).status).toBe(200);
    await database.superuser.query('UPDATE mailed_links SET due_at = now()');
    await eventually(links, (seen) => seen.length === 0);
    expect((await new Caller(other, null).post('/auth/reset-password', body)).status).toBe(400);
    expect(mailbox.to(email)).toHaveLength(2);
  });
});

describe('without a mail server', () => {
  it('the whole mail is in the log, as the greeting says, and its link works', async () => {
    const one = await service({ PUBLIC_URL: 'https://api.backstop.test' });
    expect(one.output.join('\n')).toContain('and writes mails, with their links, to this log.');
    const { email } = await register(one);
    const [line] = await logged(one, 'SMTP_URL is not set');
    const { mail, level } = JSON.parse(line ?? '{}');
    expect(level).toBe(30);
    expect(mail).toMatchObject({ to: email, subject: 'Confirm your e-mail address' });
    const answer = await new Caller(one, null).get(`/auth/verify-email?token=${tokenIn(mail)}`);
    expect(answer.body).toEqual({ verified: true, email });
    expect((await login(one, email)).body.data.user.emailVerified).toBe(true);
  });

  it('is not mentioned in the greeting when there is one', async () => {
    const { url } = await newMailbox();
    const one = await service({ SMTP_URL: url });
    expect(one.output.join('\n')).toContain('and sends mail through the server of SMTP_URL.');
  });
});
