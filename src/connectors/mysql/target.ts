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
  readonly ssl: null | { readonly rejectUnauthorized: boolean; readonly verifyIdentity: boolean };
}

/** `ssl-mode` as MySQL's own clients name it. PREFERRED is missing: whoever is in between could turn it off. */
const SSL_MODES = new Map<string, Target['ssl']>([
  ['DISABLED', null],
  ['REQUIRED', { rejectUnauthorized: false, verifyIdentity: false }],
  ['VERIFY_CA', { rejectUnauthorized: true, verifyIdentity: false }],
  ['VERIFY_IDENTITY', { rejectUnauthorized: true, verifyIdentity: true }],
]);

/** Reads `mysql://user:password@host:port/database?ssl-mode=…`. @throws TargetError */
export function parseTarget(connectionString: string | undefined): Target {
  if (!connectionString) throw new TargetError('no connection string is stored');
  const url = parseUrl(connectionString);
  if ([...url.searchParams.keys()].some((name) => name !== 'ssl-mode')) {
    throw new TargetError('the connection string has a parameter other than ssl-mode');
  }
  const ssl = SSL_MODES.get((url.searchParams.get('ssl-mode') ?? 'DISABLED').toUpperCase());
  if (ssl === undefined) throw new TargetError('the connection string has an unknown ssl-mode');
  const host = decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const user = decode(url.username);
  if (host === '' || user === '') throw new TargetError('the connection string must name a host and a user');
  return {
    host,
    port: url.port === '' ? 3306 : Number(url.port),
    user,
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
    ssl,
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['mysql:', 'mariadb:'].includes(url.protocol)) {
    throw new TargetError('the connection string must be mysql://user:password@host:port/database');
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
