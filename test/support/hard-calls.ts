import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Probed, startProbed } from '../campaigns/hostile/support/loop-delay.js';
import { type Caller, newOrganization, newSession } from './client.js';
import { Listener } from './listener.js';

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
const mail = (text: string) => Buffer.from(text).toString('base64url');
const sql = (text: string, length: number) => text.repeat(Math.min(length, 60_000) / text.length);
const PLAIN = '{"id":"1","name":"a"}';
const CALENDAR = 'BEGIN:VCALENDAR\nEND:VCALENDAR';
const things = { path: '/things', body: { name: 'a' } };

/** The length of a long text, in characters. */
export const MOST = 200_000;

type Made = (length: number) => object;

/** Calls that an agent sends, for invented credentials; each grows with its length. */
export const CALLS: readonly (readonly [
  title: string,
  apiName: string,
  payload: Made,
  says?: (length: number) => string,
])[] = [
  [
    'a draft of line ends',
    'gmail.drafts.create',
    (length) => ({ userId: 'me', requestBody: { message: { raw: mail(`a: b\n\nx${'\n'.repeat(length * 0.7)}x`) } } }),
  ],
  [
    'lists appended to one another',
    'dynamodb.items.update',
    (length) => ({
      ...{ TableName: 't', Key: { id: { S: '1' } } },
      UpdateExpression: `SET a = ${'list_append('.repeat(length / 12)}`,
    }),
  ],
  [
    'a value nested in itself',
    'dynamodb.items.put',
    () => ({
      TableName: 't',
      Item: { id: { S: '1' }, a: JSON.parse(`${'{"L":['.repeat(5)}${']}'.repeat(5)}`) },
    }),
  ],
  ['comments in one another', 'postgres.query', (length) => ({ sql: '/*'.repeat(998) + sql('*', length), values: [] })],
  [
    'a statement of many rows',
    'postgres.query',
    (length) => ({ sql: `INSERT INTO t (a) VALUES ${sql('(1),', length)}(1)`, values: [] }),
  ],
  ['parentheses of MySQL', 'mysql.query', (length) => ({ sql: sql('(', length), values: [] })],
  [
    'a calendar within calendars',
    'caldav.objects.put',
    (length) => ({ url: '/a.ics', data: 'BEGIN:A\n'.repeat(length / 8) }),
    () => CALENDAR,
  ],
  [
    // Ten times as much as the bound allows in the service itself.
    'a calendar of many lines that the provider answers',
    'caldav.objects.put',
    () => ({ url: '/a.ics', data: CALENDAR }),
    (length) => `BEGIN:VCALENDAR\n${'A;B=C;D=E:F\n'.repeat(2 * length)}END:VCALENDAR`,
  ],
  ['a body nested in itself', 'http.requests.post', () => ({ path: '/things', body: { a: nested(10) } })],
  [
    'an answer nested in itself',
    'http.requests.post',
    () => things,
    (length) => `{"id":"1","a":${'{"a":'.repeat(length)}1${'}'.repeat(length)}}`,
  ],
  [
    'an answer of many things',
    'http.requests.post',
    () => things,
    (length) => `{"id":"1","name":"a","all":[${'{"a":[{}],"b":"\\u0061"},'.repeat(length / 4)}{}]}`,
  ],
];

/**
 * A service whose event loop is watched, and an agent with invented credentials that all lead to a provider of this
 * suite.
 */
export class HardCalls {
  private says = PLAIN;

  private constructor(
    readonly probed: Probed,
    readonly agent: Caller,
    readonly operator: Caller,
    readonly stop: () => Promise<void>,
  ) {}

  /** @param entry of the service, unless it is the built one */
  static async start(entry?: string): Promise<HardCalls> {
    const directory = mkdtempSync(join(tmpdir(), 'backstop-hostile-'));
    const probed = await startProbed(directory, 'loop', {}, entry);
    const provider = new Listener((_, reply) =>
      reply.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).end(calls.says),
    );
    const url = await provider.start();
    const { agent, operator } = await newOrganization(probed.service);
    const calls: HardCalls = new HardCalls(probed, agent, operator, async () => {
      await probed.service.stop();
      await provider.stop();
      rmSync(directory, { recursive: true, force: true });
    });
    for (const [connector, values] of Object.entries(inventedCredentials(url, provider.port)))
      expect((await operator.put(`/settings/credentials/${connector}`, { values })).status).toBe(200);
    return calls;
  }

  /**
   * Captures, reports, probes, plans and undoes a call, and asks for it once without an outcome.
   * @returns the longest time for which the service's event loop was held up
   */
  async delayOf(apiName: string, payload: object, says = PLAIN): Promise<number> {
    this.says = says;
    const session = await newSession(this.agent);
    const path = `/sessions/${session}`;
    const call = { apiName, operationType: 'UPDATE', payload };
    for (const outcome of [{ status: 'SUCCESS', response: { id: '1' } }, {}]) {
      const captured = await this.agent.post(`${path}/actions/precapture`, { apiName, payload });
      expect(captured.status).toBeLessThan(300);
      const { precaptureId } = captured.body.data;
      const logged = await this.agent.post(`${path}/actions`, { ...call, precaptureId, ...outcome });
      expect(logged.status).toBeLessThan(300);
    }
    const plan = await this.operator.get(`${path}/rollback`);
    expect([plan.status, plan.body.data.plan.length]).toEqual([200, 2]);
    expect((await this.operator.post(`${path}/rollback`)).status).toBe(200);
    return (await this.probed.delay()).ownMs;
  }
}

function inventedCredentials(url: string, port: number): Readonly<Record<string, object>> {
  const database = `127.0.0.1:${port}/db`;
  const operation = { path: '/things', created: 'id', capture: { path: '/things/{created}' } };
  const operations = [{ method: 'POST', ...operation, undo: { method: 'DELETE', path: '/things/{created}' } }];
  const aws = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-central-1', baseUrl: url };
  return {
    gmail: { accessToken: 'a', baseUrl: url },
    dynamodb: aws,
    postgres: { connectionString: `postgres://a:b@${database}` },
    mysql: { connectionString: `mysql://a:b@${database}` },
    caldav: { serverUrl: url, username: 'a', password: 'b' },
    http: { baseUrl: url, operations: JSON.stringify(operations) },
  };
}
