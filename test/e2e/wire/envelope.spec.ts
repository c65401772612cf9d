import { connect } from 'node:net';
import { newOrganization, newSession, type Organization, serviceA } from '../../support/client.js';
import { patience } from '../../support/patience.mjs';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

/** Headers of every answer, also of one that no handler made. */
const SAFE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
};

interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** Sends bytes as they are and reads the first answer. */
function send(bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(serviceA.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    const finish = () => {
      const at = received.indexOf('\r\n\r\n');
      if (at < 0) return reject(new Error(`no answer, but ${JSON.stringify(received)}`));
      const [first = '', ...lines] = received.slice(0, at).split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      resolve({ status: Number(first.split(' ')[1]), headers, text: received.slice(at + 4) });
    };
    socket.setTimeout(patience(5_000), () =>
      socket.destroy(new Error(`nothing more after ${JSON.stringify(received)}`)),
    );
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      const at = received.indexOf('\r\n\r\n');
      if (length && at >= 0 && received.length >= at + 4 + Number(length)) {
        finish();
        socket.destroy();
      }
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
}

const request = (head: string, body = '') =>
  send(
    `${head}\r\nhost: localhost\r\n${body ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''}connection: close\r\n\r\n${body}`,
  );

function problem(answer: RawAnswer, status: number, code: string, more: object = {}) {
  expect({ status: answer.status, body: JSON.parse(answer.text || 'null') }).toEqual({
    status,
    body: {
      data: null,
      error: {
        type: expect.stringMatching(new RegExp(`^http://\\S+/errors/${code}$`)),
        title: expect.any(String),
        status,
        detail: expect.any(String),
        requestId: ID,
        ...more,
      },
      timestamp: TIME,
    },
  });
  expect(answer.headers['x-request-id']).toBe(JSON.parse(answer.text).error.requestId);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers).toMatchObject(SAFE);
}

describe('a request that is no HTTP, or hardly any,', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', 400, 'bad-request'],
    ['a version there is not', 'GET / HTTP/9.9\r\n\r\n', 400, 'bad-request'],
    ['a method there is not', 'FETCH / HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, 'bad-request'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, 'bad-request'],
    ['no host', 'GET /registry HTTP/1.1\r\n\r\n', 400, 'bad-request'],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: localhost\r\n: x\r\n\r\n', 400, 'bad-request'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: local\0host\r\n\r\n', 400, 'bad-request'],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: localhost\r\nx: a\r\n b\r\n\r\n', 400, 'bad-request'],
    [
      'a length that is none',
      'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n',
      400,
      'bad-request',
    ],
    [
      'a negative length',
      'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n',
      400,
      'bad-request',
    ],
    [
      'two lengths',
      'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      400,
      'bad-request',
    ],
    [
      'a length and chunks',
      'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      400,
      'bad-request',
    ],
    [
      'a broken chunk',
      'POST /auth/login HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
      'bad-request',
    ],
    [
      'headers over 16 KB',
      `GET /registry HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    ['a path over 16 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431, 'headers-too-large'],
  ])('is refused in the envelope: %s', async (_, bytes, status, code) => {
    problem(await send(bytes), status, code);
  });

  it('does not break the service for the next one', async () => {
    for (let time = 0; time < 20; time++) await send('\0\r\n\r\n');
    expect((await request('GET /health HTTP/1.1')).status).toBe(200);
  });

  it('an unknown Expect header is answered in the envelope', async () => {
    problem(await request('GET /registry HTTP/1.1\r\nexpect: a-miracle'), 401, 'unauthenticated');
  });
});

describe('paths', () => {
  it.each([
    ['a % that is none', '/sessions/%', 400, 'bad-request'],
    ['a % with other digits', '/sessions/%zz', 400, 'bad-request'],
    ['half a character', '/sessions/%c3', 400, 'bad-request'],
    ['an overlong character', '/%c0%af', 400, 'bad-request'],
    ['a parameter over 100 characters', `/sessions/${'x'.repeat(101)}`, 414, 'uri-too-long'],
    ['no route', '/nothing/here', 404, 'not-found'],
    ['no route, with a query', '/nothing?limit=5', 404, 'not-found'],
    ['another case of letters', '/Health', 404, 'not-found'],
    ['a slash at the end', '/health/', 404, 'not-found'],
    ['two slashes', '//health', 404, 'not-found'],
    ['an asterisk', '*', 404, 'not-found'],
  ])('are refused in the envelope: %s', async (_, path, status, code) => {
    problem(await request(`GET ${path} HTTP/1.1`), status, code);
  });

  it.each([
    ['DELETE', '/health', 'GET'],
    ['POST', '/registry', 'GET'],
    ['PUT', '/auth/login', 'POST'],
    ['GET', '/auth/login', 'POST'],
    ['PATCH', '/agents/01890a5d-ac96-774b-bcce-b302099a8057', 'GET, PUT, DELETE'],
    ['OPTIONS', '/sessions', 'POST, GET'],
    ['TRACE', '/health', 'GET'],
    ['PROPFIND', '/health', 'GET'],
  ])('that answer other methods than %s %s are 405 and say which', async (method, path, allow) => {
    const answer = await request(`${method} ${path} HTTP/1.1`);
    problem(answer, 405, 'method-not-allowed');
    expect(answer.headers.allow?.split(', ').sort()).toEqual(allow.split(', ').sort());
  });

  it('answer HEAD with 405, and no body', async () => {
    const answer = await request('HEAD /health HTTP/1.1');
    expect(answer).toMatchObject({ status: 405, text: '', headers: { allow: 'GET' } });
  });
});

describe('bodies', () => {
  let organization: Organization;
  let session: string;
  beforeAll(async () => {
    organization = await newOrganization();
    session = await newSession(organization.agent);
  });
  const json = JSON.stringify({ apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} });
  const post = (headers: string, body: string | Buffer, credential = organization.agent.credential) =>
    send(
      Buffer.concat([
        Buffer.from(
          `POST /sessions/${session}/actions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${credential ? `authorization: Bearer ${credential}\r\n` : ''}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`,
        ),
        Buffer.from(body),
      ]),
    );

  it.each([
    ['text', 'content-type: text/plain\r\n'],
    ['text, labelled as json elsewhere', 'content-type: text/plain; application/json\r\n'],
    ['a form', 'content-type: application/x-www-form-urlencoded\r\n'],
    ['a multipart form', 'content-type: multipart/form-data; boundary=x\r\n'],
    ['json in utf-16', 'content-type: application/json; charset=utf-16\r\n'],
    ['json in latin-1', 'content-type: application/json; charset=iso-8859-1\r\n'],
    ['json of another family', 'content-type: application/vnd.api+json\r\n'],
    ['json labelled as gzip', 'content-type: application/json\r\ncontent-encoding: gzip\r\n'],
    ['json labelled as br', 'content-type: application/json\r\ncontent-encoding: br\r\n'],
    ['no type', ''],
    ['a type that is none', 'content-type: json\r\n'],
    ['a type of nothing', 'content-type: \r\n'],
    ['xml', 'content-type: application/xml\r\n'],
  ])('are JSON in UTF-8 or 415: %s', async (_, headers) => {
    problem(await post(headers, json), 415, 'unsupported-media-type');
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;',
  ])('are taken as %s', async (type) => {
    expect((await post(`content-type: ${type}\r\n`, json)).status).toBe(201);
  });

  it('in UTF-16 under the right label are refused', async () => {
    problem(await post('content-type: application/json\r\n', Buffer.from(json, 'utf16le')), 400, 'validation-failed');
  });

  it('over 256 KB are 413, whether they say so or not', async () => {
    const long = `"${'x'.repeat(256 * 1024)}"`;
    problem(await post('content-type: application/json\r\n', long), 413, 'too-large');
    const chunked = `POST /auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
    problem(await send(chunked), 413, 'too-large');
    const fits = JSON.stringify({ ...JSON.parse(json), payload: { text: 'x'.repeat(255 * 1024) } });
    expect((await post('content-type: application/json\r\n', fits)).status).toBe(201);
  });

  it('of an unauthenticated caller are not parsed: 401 comes before 413, 415 and 400', async () => {
    for (const [type, body] of [
      ['application/json', `"${'x'.repeat(256 * 1024)}"`],
      ['text/plain', 'x'],
      ['application/json', '{'],
    ] as const) {
      problem(await post(`content-type: ${type}\r\n`, body, null), 401, 'unauthenticated');
    }
  });
});

describe('every answer', () => {
  it('has an id of its own, never one that the request brought', async () => {
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => request('GET /registry HTTP/1.1\r\nx-request-id: mine\r\nrequest-id: mine')),
    );
    const ids = asked.map((answer) => answer.headers['x-request-id']);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual(Array(5).fill(ID));
    for (const answer of asked) problem(answer, 401, 'unauthenticated');
  });

  it('of the direct routes is bare, and has its id too', async () => {
    const answer = await request('GET /health HTTP/1.1');
    expect(JSON.parse(answer.text)).toEqual({ status: 'ok', timestamp: TIME });
    expect(answer.headers['x-request-id']).toEqual(ID);
  });

  it('tells a browser not to guess its type', async () => {
    for (const path of ['/', '/health', '/registry', '/nothing', '/auth/oauth-a'])
      expect((await request(`GET ${path} HTTP/1.1`)).headers).toMatchObject(SAFE);
    expect((await request('GET / HTTP/1.1\r\naccept: text/html')).headers).toMatchObject(SAFE);
  });

  it('does not reveal the software of the service', async () => {
    for (const path of ['/health', '/registry', '/nothing', '/sessions/%']) {
      const { headers, text } = await request(`GET ${path} HTTP/1.1`);
      expect(Object.keys(headers).filter((name) => /server|powered|nest|fastify|node/.test(name))).toEqual([]);
      expect(text).not.toMatch(/node_modules|nest|fastify|\bat \//i);
    }
  });
});
