/** The connection string is unusable; the message never repeats any part of it. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: boolean | { readonly rejectUnauthorized: false };
}

/**
 * What sslmode asks for, as node-postgres 8 reads it: everything that asks for TLS also verifies the certificate, but
 * for `no-verify`.
 */
const SSL_MODES = new Map<string, Target['ssl']>([
  ['disable', false],
  ['allow', false],
  ['prefer', true],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
  ['no-verify', { rejectUnauthorized: false }],
]);

/** Parameters libpq accepts that change nothing here. Files (sslcert, sslkey, sslrootcert) and host are refused. */
const IGNORED = ['application_name', 'connect_timeout', 'channel_binding', 'target_session_attrs', 'gssencmode'];

/** Reads `postgres://user:password@host:port/database?sslmode=…`. @throws TargetError */
export function parseTarget(connectionString: string | undefined): Target {
  if (!connectionString) throw new TargetError('no connection string is stored');
  const url = parseUrl(connectionString);
  const unsupported = [...url.searchParams.keys()].some((name) => name !== 'sslmode' && !IGNORED.includes(name));
  if (unsupported) throw new TargetError('the connection string has a parameter other than sslmode');
  const ssl = SSL_MODES.get(url.searchParams.get('sslmode') ?? 'disable');
  if (ssl === undefined) throw new TargetError('the connection string has an unknown sslmode');
  const host = decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const user = decode(url.username);
  if (host === '' || user === '') throw new TargetError('the connection string must name a host and a user');
  return {
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    user,
    password: decode(url.password),
    database: decode(url.pathname.slice(1)) || user,
    ssl,
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new TargetError('the connection string must be postgres://user:password@host:port/database');
  }
  return url;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TargetError('the connection string has a % that is not part of an escape; write %25');
  }
}
