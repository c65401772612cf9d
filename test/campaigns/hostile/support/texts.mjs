const JNDI = `$${'{jndi:ldap://x}'}`;

/** Texts that a parser, a query, a path, a log or a page may read as something else than a text. */
const TEXTS = [
  ...['', ' ', '0', '-1', 'null', 'undefined', 'NaN', 'true', '[]', '{}', '9007199254740993', '1e400'],
  ...['__proto__', 'constructor', 'prototype', 'toString', '__proto__.polluted', 'hasOwnProperty', 'then'],
  ...["' OR 1=1 --", "'; DROP TABLE actions; --", '" OR ""="', '$$; SELECT pg_sleep(9); $$', '\\', "\\'", '%', '_%'],
  ...['../../etc/passwd', '..%2f..%2f', '/\\evil.example', 'file:///etc/passwd', 'http://169.254.169.254/latest/'],
  ...['<script>alert(1)</script>', '<!--#exec cmd="id"-->', '{{7*7}}', `$${'{7*7}'}`, '#{7*7}', '%{7*7}', JNDI],
  ...[
    'a\r\nSet-Cookie: a=b',
    'a\nb',
    '\t',
    '\u0000',
    '\u001b[2J',
    '\u202e',
    '\ufeff',
    '\ufffe',
    '\u{1f4a9}',
    'ﷺ'.repeat(50),
  ],
  ...[
    '\ud800',
    '\udfff\ud800',
    'İ',
    'ß',
    'e\u0301'.repeat(40),
    'Z\u0351\u036b\u0343'.repeat(40),
    '((((((((((',
    '*'.repeat(500),
  ],
  ...[
    'a.b.c',
    '*.*.*',
    'postgres.rows.*',
    '*',
    '.',
    '..',
    'a..b',
    'x'.repeat(5_000),
    '{"$gt":""}',
    '2026-02-30',
    '|id',
    '`id`',
  ],
];

export const hostileText = (random) => random.pick(TEXTS);

/** Any JSON, made of hostile texts. */
export function hostileValue(random, depth = 0) {
  const kind = random.integer(depth > 4 ? 6 : 9);
  if (kind < 3) return hostileText(random);
  if (kind === 3) return random.pick([0, -0, -1, 1e21, 2 ** 53, -(2 ** 53), 1.5, 5e-324, 1.797e308]);
  if (kind === 4) return random.pick([null, true, false]);
  if (kind === 5) return random.pick(['x', '{"a":', '\n', '\u{1f4a9}']).repeat(random.integer(2_000));
  if (kind === 6) return Array.from({ length: random.integer(6) }, () => hostileValue(random, depth + 1));
  return hostileObject(random, depth + 1);
}

export function hostileObject(random, depth = 0) {
  const entries = Array.from({ length: random.integer(6) }, () => [hostileText(random), hostileValue(random, depth)]);
  return Object.fromEntries(entries);
}

/** Returns the body with a member left out, added, or replaced by an invalid value. */
export function mutated(random, body) {
  const names = Object.keys(body);
  const copy = { ...body };
  for (let times = random.integer(3); times >= 0; times--) {
    const name = names.length > 0 && random.chance(0.8) ? random.pick(names) : hostileText(random);
    if (random.chance(0.2)) delete copy[name];
    else copy[name] = hostileValue(random);
  }
  return copy;
}

const RAW = [
  () => '',
  () => 'null',
  () => '"a"',
  () => '[{}]',
  () => '{"a":1',
  () => '{"a":1,"a":2}',
  () => '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  () => '{"a":9007199254740993}',
  () => '{"a":1e400,"b":-0}',
  () => '{"a":"\\u0000"}',
  () => '{"a":"\\ud800"}',
  () => '{"a":NaN}',
  () => "{'a':1}",
  () => '\ufeff{"a":1}',
  () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  (random) => `${'{"a":'.repeat(1 + random.integer(40_000))}1`,
  (random) => {
    const depth = 1 + random.integer(20_000);
    return `{"payload":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  },
  (random) => `{${Array.from({ length: 1 + random.integer(20_000) }, (_, n) => `"k${n}":0`).join()}}`,
  (random) => `{"payload":[${'0,'.repeat(random.integer(120_000))}0]}`,
  (random) => `{"a":"${'x'.repeat(random.integer(400_000))}"}`,
  (random) => `{"a":${'9'.repeat(1 + random.integer(100_000))}}`,
  (random) => `{"a":"${'\\u0061'.repeat(random.integer(40_000))}"}`,
  (random) => ' '.repeat(random.integer(250_000)),
  (random) => Buffer.from(Array.from({ length: random.integer(2_000) }, () => random.integer(256))),
];

/** A body that is no JSON, or JSON that should not be taken as it is. */
export const rawBody = (random) => random.pick(RAW)(random);

const HEADERS = [
  () => ({ 'content-type': 'text/plain' }),
  () => ({ 'content-type': 'application/json; charset=utf-16' }),
  () => ({ 'content-type': 'application/json\t;;;' }),
  () => ({ 'content-type': 'multipart/form-data; boundary=x' }),
  () => ({ 'content-encoding': 'gzip' }),
  () => ({ 'idempotency-key': 'x'.repeat(5_000) }),
  () => ({ 'idempotency-key': '\u00ff\u00fe' }),
  (random) => ({ 'idempotency-key': `key-${random.integer(20)}` }),
  () => ({ 'x-forwarded-for': Array(200).fill('1.2.3.4').join(', ') }),
  () => ({ 'x-forwarded-for': '::ffff:127.0.0.1, <script>' }),
  () => ({ 'x-http-method-override': 'DELETE', 'x-original-url': '/me', 'x-rewrite-url': '/me' }),
  () => ({ host: 'evil.example' }),
  () => ({ host: '' }),
  () => ({ cookie: '__Host-backstop=x; a="; b=\u00ff' }),
  () => ({ 'if-none-match': 'W/"' }),
  () => ({ range: 'bytes=0-,0-,0-' }),
  () => ({ expect: 'something' }),
  () => ({ 'x-request-id': JNDI }),
  () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' }),
  () => ({ 'x-many': 'y'.repeat(12_000) }),
  () => ({ authorization: ['Bearer a', 'Bearer b'] }),
  () => ({ authorization: `Bearer ${'.'.repeat(4_000)}` }),
  () => ({ authorization: 'Basic Og==' }),
  () => ({ accept: '*/*;q=0,application/xml' }),
];

export const hostileHeaders = (random) => random.pick(HEADERS)(random);

/** Returns a part of a path: a whole segment, or more than one. */
export function hostileSegment(random) {
  const text = hostileText(random);
  return random.chance(0.7) ? encodeURIComponent(text.toWellFormed()) : text.replaceAll(/[^!-~]|[#?]/g, '%');
}

/** Bytes that are no HTTP, or almost. */
export const RAW_REQUESTS = [
  'GET /health\r\n\r\n',
  'GET /health HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n',
  'G\u0000T / HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}',
  'POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(3_000)}\r\n`,
  'GET / HTTP/1.1\r\nHost: a\r\nX:\u0001b\r\n : c\r\n\r\n',
  'GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: b\r\n\r\n',
  'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000',
  '\r\n\r\n\r\n',
];
