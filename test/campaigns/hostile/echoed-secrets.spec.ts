import { type AddressInfo, createServer, type Socket } from 'node:net';
import { CONNECTORS } from '../../../src/connectors/all.js';
import { caldav } from '../../../src/connectors/caldav/caldav.connector.js';
import type { Connector, FieldReport, ItemReport } from '../../../src/connectors/connector.js';
import { github } from '../../../src/connectors/github/github.connector.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { postgres } from '../../../src/connectors/postgres/postgres.connector.js';
import { withoutSecrets } from '../../../src/connectors/redaction.js';
import { Redactor } from '../../../src/connectors/redactor.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { casesOf } from '../../connectors/subjects/cases-of.js';
import { newOrganization, newSession } from '../../support/client.js';
import { startGitHub } from '../../support/github.js';
import { rows } from '../../support/ledger.js';
import { type Asked, json, Listener } from '../../support/listener.js';
import { patience } from '../../support/patience.mjs';

const SECRET = 'sk_T0ken/with+odd&"signs"=ç%41';

/** Forms in which a server may write a secret that it received. */
const WRITTEN: readonly [string, (secret: string) => string][] = [
  ['as it is', (secret) => secret],
  ['in a URL', encodeURIComponent],
  ['in a URL, in small letters', (secret) => encodeURIComponent(secret).toLowerCase()],
  ['in JSON', (secret) => JSON.stringify(secret)],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in base64 after one byte', (secret) => Buffer.from(`:${secret}`).toString('base64')],
  ['in base64 as a password', (secret) => Buffer.from(`ab:${secret}`).toString('base64')],
  ['in base64 before more', (secret) => Buffer.from(`${secret}, and more`).toString('base64')],
  ['in base64 for URLs', (secret) => Buffer.from(`u:${secret}`).toString('base64url')],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['where the text is cut', (secret) => 'x'.repeat(995) + secret],
];

/** Parts of the secret as each of these writes it that tell most of it. */
const TELLING = WRITTEN.slice(0, 10)
  .map(([, write]) => write(SECRET))
  .map((text) => text.slice(4, text.length - 8));

const tells = (text: string) => TELLING.filter((part) => text.includes(part));

describe('The echo of a provider', () => {
  const fields = CONNECTORS.flatMap((connector) =>
    connector.credentialFields.filter(({ isPublic }) => !isPublic).map(({ name }) => [connector, name] as const),
  );

  it('has a secret field to look for in each connector', () => {
    expect(new Set(fields.map(([{ id }]) => id)).size).toBe(CONNECTORS.length);
    expect(fields.length).toBeGreaterThanOrEqual(15);
  });

  it.each(WRITTEN)('is stored without any secret field of any connector: %s', (_, write) => {
    for (const [{ id, credentialFields }, name] of fields) {
      const scheme = { mysql: 'mysql', redis: 'rediss' }[id] ?? 'postgres';
      const isUrl = name === 'connectionString' || name === 'url';
      const value = isUrl ? `${scheme}://user:${encodeURIComponent(SECRET)}@127.0.0.1:1/0` : SECRET;
      const redactor = new Redactor(credentialFields, { [name]: value });
      const error = new Error(write(SECRET), { cause: new TypeError(write(SECRET)) });
      const cleaned = redactor.cleaned(error) as Error;
      const told = [redactor.redact(`refused: ${write(SECRET)}`), cleaned.stack, String(cleaned.cause)].join();
      expect([id, name, tells(told)]).toEqual([id, name, []]);
      expect(told).toContain('refused: ');
      expect(cleaned).toBe(error);
    }
  });

  it.each([
    ['Bearer', SECRET],
    ['Basic', Buffer.from(`user:${SECRET}`).toString('base64')],
  ])('is stored without the value of a header: %s', (scheme, value) => {
    const redactor = new Redactor(http.credentialFields, { authorization: `${scheme} ${value}` });
    for (const [, write] of WRITTEN) expect(tells(redactor.redact(write(SECRET)))).toEqual([]);
    expect(redactor.redact(value)).not.toContain(value);
  });
});

describe('A short secret', () => {
  const told = (password: string, text: string) =>
    new Redactor(caldav.credentialFields, { username: 'user', password }).redact(text);

  it('is redacted as a word of its own', () => {
    for (const text of ['no hunter2 here', 'user:hunter2@host', '"hunter2"', 'password=hunter2'])
      expect(told('hunter2', text)).not.toContain('hunter2');
    for (const odd of ['a.+)', 'a-b/c', '[^x]', '-/-/']) expect(told(odd, `refused: ${odd}`)).toBe('refused: …');
  });

  it('is not the TLS setting of a connection string', () => {
    const connectionString = 'postgres://user:hunter2@127.0.0.1/db?sslmode=disable';
    const redactor = new Redactor(postgres.credentialFields, { connectionString });
    expect(redactor.redact('hunter2 needs sslmode=disable')).toBe('… needs sslmode=disable');
  });

  it.each(['pw1', '1-2', 'a_b'])(
    'of three characters is redacted too, unless it is a word of letters: %j',
    (secret) => {
      for (const text of [`refused: ${secret}`, `user:${secret}@host`, `"${secret}"`])
        expect(told(secret, text)).not.toContain(secret);
      expect(told(secret, `x${secret}y`)).toBe(`x${secret}y`);
    },
  );

  it('leaves the words that only hold it, and one of three letters is not looked for', () => {
    expect(told('able', 'the table is unavailable')).toBe('the table is unavailable');
    expect(told('the', 'the table')).toBe('the table');
  });
});

describe('The report of an undo', () => {
  it('shows no field with the credential in it, and is the same otherwise', async () => {
    const field = { field: 'body', before: 'a', after: null, now: { [TOKEN]: [`the token is ${TOKEN}`, 1] } };
    const item = { resource: 'issue 1', result: 'conflict', fields: [{ ...field, result: 'conflict' }] } as const;
    const undone: Connector['undo'] = async () => ({ outcome: 'conflict', detail: 'no', items: [item] });
    const speaking = { ...github, undo: undone };
    const undo = (token: string) =>
      withoutSecrets(speaking).undo({} as never, 'skip', {
        credentials: { token },
        allowedPrivateHosts: [],
        timeoutMs: 1,
      });
    expect((await undo('no-such-token-of-twenty-letters')).items).toEqual([item]);
    const [shown] = (await undo(TOKEN)).items;
    expect(shown).toEqual({
      ...item,
      fields: [{ ...field, result: 'conflict', now: { '…': ['the token is …', 1] } }],
    });
  });
});

describe('The report of an undo, of which operators alone see the values,', () => {
  it.each(['hunter2', 'correct horse', 'before', 'result', 'conflict'])(
    'shows no shorter credential either, and stays a report: %j',
    async (password) => {
      const field: FieldReport = {
        field: 'a',
        before: `it is ${password}`,
        after: [password],
        now: null,
        result: 'conflict',
      };
      const item: ItemReport = { resource: 'event 1', result: 'conflict', fields: [field] };
      const undone: Connector['undo'] = async () => ({ outcome: 'conflict', detail: 'no', items: [item] });
      const { items } = await withoutSecrets({ ...caldav, undo: undone }).undo({} as never, 'skip', {
        credentials: { username: 'user', password },
        allowedPrivateHosts: [],
        timeoutMs: 1,
      });
      expect(items).toEqual([{ ...item, fields: [{ ...field, before: 'it is …', after: ['…'] }] }]);
    },
  );
});

/** Returns to the client everything it sent, with the base64 in it decoded. */
function echo({ path, headers, body }: Asked): string {
  const sent = [path, body, ...Object.values(headers).flat()].join(' ');
  const basic = /basic (\S+)/i.exec(String(headers.authorization))?.[1] ?? '';
  return `${sent} ${Buffer.from(basic, 'base64')} ${encodeURIComponent(sent)}`;
}

const TOKEN = 'ghp-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789';
describe('A server that echoes the requests it got', () => {
  const listener = new Listener((asked, reply) => {
    const text = echo(asked);
    const error = { message: text, code: text, type: 'invalid_request_error' };
    reply.statusMessage = text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 500);
    json(reply, 403, {
      message: text,
      __type: text,
      error: asked.path.includes('token') ? text : error,
      error_description: text,
    });
  });
  let baseUrl: string;
  beforeAll(async () => {
    baseUrl = await listener.start();
  });
  afterAll(() => Promise.all([listener.stop(), rows.end()]));

  const probe = async (connector: Connector, credentials: Record<string, string>) => {
    const context = {
      credentials,
      allowedPrivateHosts: ['127.0.0.1'],
      timeoutMs: patience(1_000),
    };
    const error = await connector.probe(context).catch((thrown: Error) => thrown);
    return error instanceof Error ? `${error.message} ${error.stack} ${error.cause}` : 'accepted';
  };
  const parts = [TOKEN.slice(0, 20), TOKEN.slice(-20), Buffer.from(TOKEN).toString('base64').slice(4, 24)];
  const leaks = (text: string) => parts.filter((part) => text.includes(part));

  /** The credential of the suite, which leads to the server that echoes. */
  const valuesOf = ({ id }: Connector) =>
    casesOf(id).credentials(TOKEN, { url: baseUrl, database: `${new URL(baseUrl).host}/0` });

  it.each(CONNECTORS.map((connector) => [connector.id, connector] as const))(
    'gives %s no word that holds its credential',
    async (_, connector) => {
      const told = await probe(withoutSecrets(connector), valuesOf(connector));
      expect(told).not.toBe('accepted');
      expect(leaks(told)).toEqual([]);
    },
  );

  it('would be repeated by most connectors otherwise', async () => {
    const leaking: string[] = [];
    for (const connector of CONNECTORS)
      if (leaks(await probe(connector, valuesOf(connector))).length > 0) leaking.push(connector.id);
    expect(leaking).toEqual(expect.arrayContaining(['github', 'stripe', 'gdrive']));
  });

  it('gives redis no word that holds its password', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (sent) => socket.write(`-ERR ${String(sent).replaceAll(/\s+/g, ' ')}\r\n`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `redis://user:${TOKEN}@127.0.0.1:${port}/0`;
    expect(leaks(await probe(redis, { url }))).not.toEqual([]);
    expect(leaks(await probe(withoutSecrets(redis), { url }))).toEqual([]);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('leaves no part of it in the data that the service stores, shows or logs as a reason', async () => {
    const { agent, operator, id } = await newOrganization();
    await operator.put('/settings/credentials/github', { values: { token: TOKEN, baseUrl } });
    const session = await newSession(agent);
    const payload = { owner: 'a', repo: 'b', issue_number: 1, title: 'c' };
    const call = { apiName: 'github.issues.update', payload };
    const { precaptureId } = (await agent.post(`/sessions/${session}/actions/precapture`, call)).body.data;
    const asked = { operationType: 'UPDATE', ...call, precaptureId };
    const action = (await agent.post(`/sessions/${session}/actions`, asked)).body.data;
    await agent.patch(`/sessions/${session}/actions/${action.id}`, { status: 'UNKNOWN' });
    await agent.post(`/sessions/${session}/rollback`);
    const shown = [
      await operator.get('/settings/connectors/health'),
      await operator.get(`/sessions/${session}`),
      await operator.get(`/sessions/${session}/rollback`),
    ].map(({ body }) => JSON.stringify(body.data));
    const { rows: kept } = await rows.query(
      `SELECT reason AS text FROM snapshots WHERE organization_id = $1
       UNION ALL SELECT detail FROM rollback_steps WHERE organization_id = $1
       UNION ALL SELECT row_to_json(c)::text FROM credentials c WHERE organization_id = $1`,
      [id],
    );
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(shown[0]).toContain('403');
    expect(shown[1]).toContain('403');
    expect(leaks(JSON.stringify(kept) + shown.join())).toEqual([]);
  });

  it('that keeps the credential in a resource has the resource not captured', async () => {
    const { newIssue, context, stop } = await startGitHub();
    const token = 'another-token-of-twenty-letters';
    const { owner, repo, issue_number } = await newIssue({ body: `the token is ${token}` });
    const call = { apiName: 'github.issues.update', payload: { owner, repo, issue_number, title: 'c' } };
    const captureWith = (known: string) =>
      withoutSecrets(github).capture(call, { ...context, credentials: { ...context.credentials, note: known } });
    expect(await captureWith('no-such-token-of-twenty-letters')).toMatchObject({ captured: true });
    expect(await captureWith(token)).toEqual({
      captured: false,
      reason: 'the state holds the stored credential, which is kept nowhere else',
    });
    await stop();
  });
});
