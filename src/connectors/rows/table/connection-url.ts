import type { Reach } from '../../../platform/egress/egress.js';

/** The connection string is unusable; the message never repeats any part of it. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

export interface ConnectionUrl {
  readonly host: string;
  /** Null selects the database's own. */
  readonly port: number | null;
  readonly user: string;
  readonly password: string;
  /** Empty when none is named. */
  readonly database: string;
  readonly parameters: URLSearchParams;
}

/**
 * Reads `<scheme>://user:password@host:port/database?…`; messages name the first scheme.
 * @throws TargetError
 */
export function readConnectionUrl(text: string | undefined, schemes: readonly string[]): ConnectionUrl {
  if (!text) throw new TargetError('no connection string is stored');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !schemes.includes(url.protocol.slice(0, -1))) {
    throw new TargetError(`the connection string must be ${schemes[0]}://user:password@host:port/database`);
  }
  const host = decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const user = decode(url.username);
  if (host === '' || user === '') throw new TargetError('the connection string must name a host and a user');
  return {
    host,
    port: url.port === '' ? null : Number(url.port),
    user,
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
    parameters: url.searchParams,
  };
}

/**
 * The TLS setting of the connection string. Without one, a public host is reached by TLS that verifies the certificate,
 * and this machine in plain text; for a private host the operator has to choose.
 * @throws TargetError when the string asks for plain text to a public host, or chooses nothing for a private one
 */
export function tlsOf<T>(asked: T | undefined, { plain, verified }: { plain: T; verified: T }, reach: Reach): T {
  if (reach === 'public' && asked === plain)
    throw new TargetError('a public host is reached by TLS alone; plain text is for private hosts that are allowed');
  if (asked !== undefined) return asked;
  if (reach === 'private')
    throw new TargetError(
      'the connection string must say for a private host whether it is reached by TLS (PostgreSQL: sslmode=verify-full, ' +
        'MySQL: ssl-mode=VERIFY_IDENTITY) or in plain text (sslmode=disable, ssl-mode=DISABLED)',
    );
  return reach === 'public' ? verified : plain;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TargetError('the connection string has a % that is not part of an escape; write %25');
  }
}
