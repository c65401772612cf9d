import { caldav } from '../../../src/connectors/caldav/caldav.connector.js';
import type { Connector } from '../../../src/connectors/connector.js';
import { github } from '../../../src/connectors/github/github.connector.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { mysql } from '../../../src/connectors/mysql/mysql.connector.js';
import { postgres } from '../../../src/connectors/postgres/postgres.connector.js';
import { redis } from '../../../src/connectors/redis/redis.connector.js';
import { tlsOf } from '../../../src/connectors/rows/connection-url.js';
import { s3 } from '../../../src/connectors/s3/s3.connector.js';

const PUBLIC = '8.8.8.8';
const aws = { accessKeyId: 'AKIA', secretAccessKey: 'b', region: 'eu-central-1' };
const DECLARED = JSON.stringify([
  { method: 'PUT', path: '/a/{id}', capture: { path: '/a/{id}' }, undo: { method: 'PUT', path: '/a/{id}' } },
]);
const PLAIN: readonly [string, Connector, Record<string, string>][] = [
  ['PostgreSQL', postgres, { connectionString: `postgres://u:p@${PUBLIC}/db?sslmode=disable` }],
  ['PostgreSQL', postgres, { connectionString: `postgres://u:p@${PUBLIC}/db?sslmode=allow` }],
  ['MySQL', mysql, { connectionString: `mysql://u:p@${PUBLIC}/db?ssl-mode=DISABLED` }],
  ['Redis', redis, { url: `redis://u:p@${PUBLIC}/0` }],
  ['Redis', redis, { url: `redis://u:p@[::ffff:${PUBLIC}]/0` }],
  ['CalDAV', caldav, { serverUrl: `http://${PUBLIC}/dav`, username: 'u', password: 'p' }],
  ['GitHub', github, { baseUrl: `http://${PUBLIC}`, token: 't' }],
  ['S3', s3, { ...aws, baseUrl: `http://${PUBLIC}` }],
  ['any REST API', http, { baseUrl: `http://${PUBLIC}`, operations: DECLARED }],
];

describe('A credential for a public host', () => {
  it.each(PLAIN)('is never sent in plain text to %s', async (_, connector, credentials) => {
    const context = { credentials, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: 1_000 };
    await expect(connector.probe(context)).rejects.toThrow(/TLS|https:\/\/|rediss:\/\//);
  });

  const [plain, verified, unverified] = ['plain', 'verified', 'unverified'];

  it('is sent by TLS that verifies the certificate where the connection string asks for nothing', () => {
    expect(tlsOf(undefined, plain, verified, true)).toBe(verified);
    expect(tlsOf(unverified, plain, verified, true)).toBe(unverified);
    expect(() => tlsOf(plain, plain, verified, true)).toThrow('by TLS alone');
  });

  it('and one for a private host is sent as the connection string asks', () => {
    expect(tlsOf(undefined, plain, verified, false)).toBe(plain);
    expect(tlsOf(plain, plain, verified, false)).toBe(plain);
    expect(tlsOf(verified, plain, verified, false)).toBe(verified);
  });
});
