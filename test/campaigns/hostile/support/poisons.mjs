import { hostileText, hostileValue } from './texts.mjs';

/** The bytes of one call; a little below the limit of a body. */
const MOST = 240_000;

const upTo = (random, most) => 1 + random.integer(most);
const repeated = (random, text, most = MOST) => text.repeat(upTo(random, most / text.length));
const mailed = (text) => Buffer.from(text).toString('base64url').slice(0, MOST);
const draft = (text) => ({ userId: 'me', requestBody: { message: { raw: mailed(text) } } });

const LINES = [
  '\n',
  '\r\n',
  '\n \t',
  'a: b\n',
  '=?utf-8?q?',
  'Content-Type: multipart/mixed; boundary=',
  '--x\n',
  ';a*0="',
];
const SQL = [
  '/*',
  '(',
  "'",
  '"',
  '$a$',
  '--',
  '[',
  'a.',
  'SELECT ',
  '$1,',
  'CASE ',
  '+-',
  'NOT ',
  'WITH a AS (',
  '\u00ff',
  '/* */',
];
const CALENDAR = ['BEGIN:A\n', 'END:A\n', 'a="', ';x=', 'RRULE:FREQ=SECONDLY\n', '\n ', 'BEGIN:VEVENT\nUID:1\n'];
const UPDATES = ['list_append(', '(', 'if_not_exists(', '#a.', '[0]', ', a = ', ':v + ', 'REMOVE a '];

/** @param {number} depth the largest that a body may have */
function nested(random, depth, member) {
  let value = hostileValue(random, 5);
  for (let left = random.integer(depth); left > 0; left--) value = member ? { [member]: value } : [value];
  return value;
}

const statement = (random) => {
  const begin = random.pick(['', 'SELECT ', 'UPDATE t SET a = ', 'INSERT INTO t VALUES (', 'DELETE FROM t WHERE ']);
  return { sql: begin + repeated(random, random.pick(SQL), 80_000), values: [hostileValue(random)] };
};
const rows = (random) => ({
  table: random.pick(['t', hostileText(random)]),
  match: { id: hostileValue(random, 4) },
  values: Object.fromEntries(Array.from({ length: random.integer(300) }, (_, n) => [`c${n}`, hostileText(random)])),
});

/** Calls whose payload a connector must read: a name, and a payload for it. */
export const POISONS = [
  ['gmail.drafts.create', (random) => draft(`subject: a\n\nx${repeated(random, random.pick(LINES), 180_000)}x`)],
  ['gmail.drafts.update', (random) => draft(repeated(random, random.pick(LINES), 180_000))],
  ['postgres.query', statement],
  ['mysql.query', statement],
  ['postgres.rows.update', rows],
  ['mysql.rows.delete', rows],
  ['caldav.objects.put', (random) => ({ url: '/a.ics', data: repeated(random, random.pick(CALENDAR)) })],
  ['caldav.objects.put', (random) => ({ url: hostileText(random), data: hostileText(random) })],
  [
    'dynamodb.items.update',
    (random) => ({
      TableName: 't',
      Key: { id: { S: '1' } },
      UpdateExpression: `SET a = ${repeated(random, random.pick(UPDATES))}`,
      ExpressionAttributeValues: { ':v': nested(random, 12, 'M') },
    }),
  ],
  ['dynamodb.items.put', (random) => ({ TableName: 't', Item: { id: { S: '1' }, a: nested(random, 12, 'L') } })],
  ['dynamodb.items.put', (random) => ({ TableName: hostileText(random), Item: { id: { N: hostileText(random) } } })],
  ['http.requests.post', (random) => ({ path: '/things', body: { a: nested(random, 20) } })],
  ['http.requests.post', (random) => ({ path: `/things/${hostileText(random)}`, body: hostileValue(random) })],
  ['s3.objects.put', (random) => ({ Bucket: 'b', Key: hostileText(random), Body: repeated(random, 'x') })],
  ['redis.keys.set', (random) => ({ key: hostileText(random), value: repeated(random, '\u00ff', 100_000) })],
  ['stripe.customers.update', (random) => ({ id: hostileText(random), metadata: { a: hostileText(random) } })],
  ['github.issues.update', (random) => ({ owner: hostileText(random), repo: 'r', issue_number: hostileValue(random) })],
  [
    'gcal.events.update',
    (random) => ({ calendarId: 'a', eventId: hostileText(random), requestBody: hostileValue(random) }),
  ],
];

/** Credentials that an attacker invents; all lead to a provider of its own. */
export function inventedCredentials(url) {
  const database = `127.0.0.1:${new URL(url).port}/db`;
  const operation = { path: '/things', created: 'id', capture: { path: '/things/{created}' } };
  const operations = [{ method: 'POST', ...operation, undo: { method: 'DELETE', path: '/things/{created}' } }];
  const aws = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-central-1', baseUrl: url };
  return {
    gmail: { accessToken: 'a', baseUrl: url },
    gcal: { accessToken: 'a', baseUrl: url },
    github: { token: 'a', baseUrl: url },
    stripe: { secretKey: 'sk_test_a', baseUrl: url },
    dynamodb: aws,
    s3: aws,
    postgres: { connectionString: `postgres://a:b@${database}` },
    mysql: { connectionString: `mysql://a:b@${database}` },
    redis: { url: `redis://${database.replace('/db', '')}` },
    caldav: { serverUrl: url, username: 'a', password: 'b' },
    http: { baseUrl: url, operations: JSON.stringify(operations) },
  };
}

const deep = (open, close, count) => open.repeat(count) + close.repeat(count);

/** Answers of the attacker's provider to any request. */
export const PROVIDER_ANSWERS = [
  () => `{"id":"1","message":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  () => `{"id":"1","items":${deep('[', ']', 50_000)}}`,
  () => `{"id":"1","pad":"${'p'.repeat(3_000_000)}"}`,
  () => `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'c'.repeat(1_000)}">]><a>${'&b;'.repeat(5_000)}</a>`,
  () => `<multistatus>${deep('<response>', '</response>', 5_000)}</multistatus>`,
  () => `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(20_000)}`,
  () => '{"id":"1"',
  () => '',
  () => '{"__proto__":{"polluted":true},"id":"1","name":"a"}',
  () => '{"id":"1","name":"a"}',
];
