import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { CONNECTORS } from '../../../src/connectors/all.js';
import type { Connector, ConnectorContext } from '../../../src/connectors/connector.js';
import { withoutSecrets } from '../../../src/connectors/redaction.js';
import { Redactor } from '../../../src/connectors/redactor.js';
import { InterpreterPool } from '../../../src/isolation/pool.js';
import type { Method } from '../../../src/isolation/protocol.js';
import { casesOf } from '../../connectors/subjects/cases-of.js';
import { type Asked, json, Listener } from '../../support/listener.js';

const OPTIONS = { deadlineMs: 5_000, heapMegabytes: 256, most: 1, idleMs: 60_000, each: 8, apartMs: 60_000 };
const SECRET = 'sEcReT-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789';

/** Returns everything that a request carried to the provider. */
const inText = ({ path, headers, body }: Asked) => {
  const basic = /basic (\S+)/i.exec(String(headers.authorization))?.[1] ?? '';
  return [path, ...Object.entries(headers).flat(), body, Buffer.from(basic, 'base64').toString()].join('\n');
};

const provider = new Listener((asked, reply) => {
  if (asked.path === '/token') json(reply, 200, { access_token: `${SECRET}-access` });
  else json(reply, 403, { message: inText(asked), error: { message: inText(asked) } });
});
const elsewhere = new Listener((_, reply) => reply.writeHead(200).end());
const sockets = new Set<Socket>();
/** A Redis that repeats what it receives; for other clients a database that ends every connection. */
const server: Server = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.once('data', (sent) => {
    if (/HELLO|AUTH/i.test(String(sent))) socket.write(`-ERR ${String(sent).replaceAll(/\s+/g, ' ')}\r\n`);
    else socket.destroy();
  });
});
/** The stand-ins load the built service. */
const READS = [process.cwd()];
const poolOf = (file: string) =>
  new InterpreterPool({ ...OPTIONS, reads: READS, file: fileURLToPath(new URL(file, import.meta.url)) });
const echoing = poolOf('./echoing.mjs');
const hostile = poolOf('./hostile.mjs');

let url: string;
let database: string;
let credentials: Record<string, Record<string, string>>;

beforeAll(async () => {
  url = await provider.start();
  await elsewhere.start();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  database = `127.0.0.1:${(server.address() as AddressInfo).port}/0`;
  credentials = Object.fromEntries(
    CONNECTORS.map(({ id }) => [id, casesOf(id).credentials(SECRET, { url, database })]),
  );
});
beforeEach(() => {
  provider.asked = [];
  elsewhere.asked = [];
});
afterAll(async () => {
  echoing.close();
  hostile.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  await Promise.all([provider.stop(), elsewhere.stop()]);
});

const connectorOf = (id: string) => CONNECTORS.find((one) => one.id === id) as Connector;
/** The context as the service gives it to a piece of work. */
const reachable = (id: string, context: ConnectorContext): ConnectorContext => ({
  ...context,
  openTransport: () => connectorOf(id).transport(context),
});
const contextOf = (id: string): ConnectorContext => ({
  ...{ credentials: credentials[id] ?? {}, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: 2_000 },
});

describe('The data that an interpreter receives', () => {
  /** One call of each connector, as an agent would make it. */
  it.each(CONNECTORS.map(({ id }) => id))(
    'holds no secret of %s, which the provider receives and repeats',
    async (id) => {
      const { credentialFields } = connectorOf(id);
      const run = (method: Method, values: unknown[], context: ConnectorContext) =>
        echoing.run('one', { connector: id, method, values }, reachable(id, context)) as Promise<never>;
      const guarded = withoutSecrets({
        credentialFields,
        capture: (call, context) => run('capture', [call], context),
        probeOutcome: (effect, context) => run('probeOutcome', [effect], context),
        reapply: (kept, onConflict, context) => run('reapply', [kept, onConflict], context),
        undo: (effect, onConflict, context) => run('undo', [effect, onConflict], context),
        probe: (context) => run('probe', [], context),
      });
      const [apiName, payload] = casesOf(id).call;
      const call = { apiName, payload };
      const refused = await guarded.probe(contextOf(id)).catch((error: Error) => error);
      expect(refused).toBeInstanceOf(Error);
      const captured = await guarded.capture(call, contextOf(id));
      expect(captured).toMatchObject({ captured: false });
      const told = await echoing.run('one', { connector: 'echoing', method: 'plan', values: [] }, null);
      const text = inspect(told, { depth: 20, maxStringLength: null, maxArrayLength: null });
      expect(text).toContain("is: 'work'");
      const isHttp = Object.values(contextOf(id).credentials).some((value) => value.startsWith('http'));
      // A client that signs with a secret does not send it; it sends the session's token.
      if (isHttp) expect(provider.asked.map(inText).join()).toContain(SECRET);
      // An HTTP answer is bytes.
      const answers = (told as { answer?: { value?: { body?: Uint8Array } } }[])
        .map(({ answer }) => answer?.value?.body)
        .map((body) => (body ? Buffer.from(body).toString() : ''));
      if (isHttp) expect(answers.join('')).not.toBe('');
      for (const said of [text, answers.join(), JSON.stringify(captured), inspect(refused)]) {
        expect(said).not.toContain(SECRET);
        expect(said).not.toContain(Buffer.from(SECRET).toString('base64').slice(4, 40));
      }
    },
  );
});

describe('A state that holds the stored credential', () => {
  const body = `{"note":"${SECRET}"}`;
  const speaking = new Listener((_, reply) => json(reply, 200, JSON.parse(body)));
  afterAll(() => speaking.stop());

  it.each(['github', 's3'])('does not reach the interpreter from %s', async (id) => {
    const context = { ...contextOf(id), credentials: { ...credentials[id], baseUrl: await speaking.start() } };
    const call = { github: ['github.issues.update', { owner: 'a', repo: 'b', issue_number: 1, title: 'c' }] }[id] ?? [
      's3.objects.delete',
      { Bucket: 'bucket', Key: 'key' },
    ];
    const [apiName, payload] = call as [string, Record<string, never>];
    const { credentialFields } = connectorOf(id);
    const secrets = new Redactor(credentialFields, context.credentials);
    const work = { connector: id, method: 'capture' as const, values: [{ apiName, payload }] };
    speaking.asked = [];
    await expect(echoing.run('two', work, reachable(id, { ...context, secrets }))).rejects.toMatchObject({
      name: 'PoisonedWorkError',
      mayHaveWritten: false,
      message: 'the state holds the stored credential, which is kept nowhere else',
    });
    expect(speaking.asked.length).toBeGreaterThan(0);
    const told = await echoing.run('two', { connector: 'echoing', method: 'plan', values: [] }, null);
    const answers = (told as { answer?: { value?: { body?: Uint8Array } } }[]).map(({ answer }) => answer?.value?.body);
    expect(Buffer.concat(answers.filter((one) => one !== undefined && one !== null)).toString()).not.toContain(SECRET);
    await speaking.stop();
  });

  it('nor from a database or any other transport that answers with texts', () => {
    const secrets = new Redactor(connectorOf('postgres').credentialFields, credentials.postgres ?? {});
    for (const state of [
      [[SECRET]],
      { rows: [{ [SECRET]: 1 }] },
      [Buffer.from(`a ${SECRET} b`)],
      [[null, `'${SECRET}'`]],
    ])
      expect(secrets.hasToken(state)).toBe(true);
    for (const state of [[['text']], null, undefined, 1n, [Buffer.from('text')]])
      expect(secrets.hasToken(state)).toBe(false);
  });
});

describe('An interpreter that an attacker controls', () => {
  const send = (id: string, request: object) => {
    const { credentialFields } = connectorOf(id);
    const context = contextOf(id);
    const secrets = new Redactor(credentialFields, context.credentials);
    const work = { connector: id, method: 'probe' as const, values: [request] };
    return hostile.run('one', work, reachable(id, { ...context, secrets }));
  };
  const refusal = { name: 'EgressForbiddenError', message: 'the request does not go where the credential is for' };
  const ask = (to: string, headers: [string, string][] = [], body: Uint8Array | null = null) => ({
    ...{ url: to, method: body ? 'POST' : 'GET', headers, body },
  });

  it.each(CONNECTORS.filter(({ access }) => access !== undefined).map(({ id }) => id))(
    'sends no request of %s to another host, and the credential in one header alone',
    async (id) => {
      const other = `http://127.0.0.1:${elsewhere.port}`;
      for (const to of [
        other,
        `http://localhost:${provider.port}/`,
        `https://127.0.0.1:${provider.port}/`,
        `http://user@127.0.0.1:${provider.port}/`,
        `${url}@127.0.0.1:${elsewhere.port}/`,
      ])
        await expect(send(id, ask(to))).rejects.toMatchObject(refusal);
      await expect(send(id, { ...ask(`${url}/`), method: 'TRACE' })).rejects.toThrow(/TRACE/);
      expect(elsewhere.asked).toEqual([]);
      expect(provider.asked.filter(({ path }) => path !== '/token')).toEqual([]);
      const theirs: [string, string][] = [
        ['Host', `127.0.0.1:${elsewhere.port}`],
        ['x-forwarded-host', 'attacker.example'],
        ['Authorization', 'theirs'],
        ['Proxy-Authorization', 'theirs'],
        ['cookie', 'theirs'],
        ['x-more', 'kept-by-the-service'],
      ];
      await send(id, ask(`${url}/kept-by-the-service`, theirs, Buffer.from('kept-by-the-service')));
      const [asked] = provider.asked.slice(-1);
      expect(asked).toMatchObject({ path: '/kept-by-the-service', body: 'kept-by-the-service' });
      const { authorization, ...headers } = asked?.headers ?? {};
      expect(inText({ method: '', path: '', body: '', headers: { authorization } })).toContain(SECRET);
      expect(headers).toMatchObject({ host: `127.0.0.1:${provider.port}`, 'x-more': 'kept-by-the-service' });
      expect(JSON.stringify(headers)).not.toMatch(/theirs|attacker/);
      expect(inText({ ...(asked as Asked), headers })).not.toContain(SECRET);
    },
  );

  it('sends no request beside the path of the base URL', async () => {
    credentials.github = { token: SECRET, baseUrl: `${url}/api/v3` };
    for (const path of ['/', '/api', '/api/v33', '/api/v3/../v4', '/api/v3/%2e%2e/v4'])
      await expect(send('github', ask(`${url}${path}`))).rejects.toMatchObject(refusal);
    expect(provider.asked).toEqual([]);
    await send('github', ask(`${url}/api/v3/user`));
    expect(provider.asked).toHaveLength(1);
  });

  it.each(['s3', 'dynamodb'])('has no request of %s signed for another host, nor by a key it names', async (id) => {
    const request = { protocol: 'http:', hostname: '127.0.0.1', port: provider.port, method: 'GET', path: '/' };
    const headers = {
      authorization: 'AWS4-HMAC-SHA256 Credential=theirs/20200101/eu-west-1/s3/aws4_request',
      Host: 'attacker.example',
      'X-Amz-Security-Token': 'theirs',
    };
    for (const other of [
      { port: elsewhere.port },
      { hostname: 'localhost' },
      { hostname: `127.0.0.1:${elsewhere.port}/`, port: undefined },
      { hostname: `user@127.0.0.1` },
      { hostname: 's3.eu-west-1.amazonaws.com', protocol: 'https:', port: undefined },
      { protocol: 'https:' },
      { path: `http://127.0.0.1:${elsewhere.port}/` },
    ])
      await expect(send(id, { ...request, headers, ...other })).rejects.toMatchObject(refusal);
    await expect(send(id, { ...request, headers, method: 'TRACE' })).rejects.toThrow('no client of AWS sends TRACE');
    expect([...elsewhere.asked, ...provider.asked]).toEqual([]);
    await send(id, { ...request, headers });
    const [asked] = provider.asked;
    expect(asked?.headers).toMatchObject({
      host: `127.0.0.1:${provider.port}`,
      authorization: expect.stringContaining('Credential=AKIA/'),
      'x-amz-security-token': `${SECRET}-session`,
    });
  });

  it.each([
    ['https:', 'attacker.example'],
    ['https:', 's3.eu-west-1.amazonaws.com.attacker.example'],
    ['https:', 'id.execute-api.eu-west-1.amazonaws.com'],
    ['https:', 'ec2-1-2-3-4.eu-west-1.compute.amazonaws.com'],
    ['http:', 's3.eu-west-1.amazonaws.com'],
  ])('has nothing signed for %s//%s, which is not S3', async (protocol, hostname) => {
    const { baseUrl: _, ...aws } = credentials.s3 ?? {};
    credentials.s3 = aws;
    await expect(send('s3', { protocol, hostname, method: 'GET', path: '/', headers: {} })).rejects.toMatchObject(
      refusal,
    );
  });
});
