import { CONNECTORS } from '../../../src/connectors/all.js';
import { mysql } from '../../../src/connectors/mysql/mysql.connector.js';
import { postgres } from '../../../src/connectors/postgres/postgres.connector.js';
import { tlsOf } from '../../../src/connectors/rows/table/connection-url.js';
import { reachOf } from '../../../src/platform/egress/egress.js';
import { casesOf } from '../../connectors/subjects/cases-of.js';

const PUBLIC = '8.8.8.8';
const PLAIN = CONNECTORS.flatMap((connector) =>
  casesOf(connector.id)
    .plainText(PUBLIC)
    .map((credentials) => [connector.id, connector, credentials] as const),
);

describe('A credential for a public host', () => {
  it.each(PLAIN)('is never sent in plain text to %s', async (_, connector, credentials) => {
    const context = { credentials, allowedPrivateHosts: ['127.0.0.1'], timeoutMs: 1_000 };
    await expect(connector.probe(context)).rejects.toThrow(/TLS|https:\/\/|rediss:\/\//);
  });

  it('is tried with every connector', () => {
    expect([...new Set(PLAIN.map(([id]) => id))]).toEqual(CONNECTORS.map(({ id }) => id));
  });

  const [plain, verified, unverified] = ['plain', 'verified', 'unverified'];
  const either = { plain, verified };

  it('is sent by TLS that verifies the certificate where the connection string asks for nothing', () => {
    expect(tlsOf(undefined, either, 'public')).toBe(verified);
    expect(tlsOf(unverified, either, 'public')).toBe(unverified);
    expect(() => tlsOf(plain, either, 'public')).toThrow('by TLS alone');
  });
});

describe('A credential for a private host', () => {
  const either = { plain: 'plain', verified: 'verified' };

  it.each([
    ['PostgreSQL', postgres, 'postgres://u:p@10.1.2.3/db'],
    ['PostgreSQL', postgres, 'postgres://u:p@[fd00::5]/db?application_name=a'],
    ['MySQL', mysql, 'mysql://u:p@10.1.2.3/db'],
  ])('is sent nowhere until the operator says how: %s', async (_, connector, connectionString) => {
    const context = {
      credentials: { connectionString },
      allowedPrivateHosts: ['10.1.2.3', 'fd00::/8'],
      timeoutMs: 1_000,
    };
    await expect(connector.probe(context)).rejects.toThrow(/must say for a private host .*sslmode=disable/);
  });

  it('is sent as the connection string asks', () => {
    expect(tlsOf('plain', either, 'private')).toBe('plain');
    expect(tlsOf('verified', either, 'private')).toBe('verified');
    expect(tlsOf('plain', either, 'machine')).toBe('plain');
    expect(tlsOf('verified', either, 'machine')).toBe('verified');
  });

  it('crosses no network on this machine, and is sent there in plain text unless the connection string asks', () => {
    expect(tlsOf(undefined, either, 'machine')).toBe('plain');
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(reachOf)).toEqual(['machine', 'machine', 'machine']);
    expect(['10.1.2.3', 'fd00::5', '169.254.1.1', '0.0.0.0'].map(reachOf)).toEqual(Array(4).fill('private'));
    expect(['8.8.8.8', '2606:4700:4700::1111'].map(reachOf)).toEqual(['public', 'public']);
  });
});
