import { readConnectionUrl, TargetError } from '../../rows/table/connection-url.js';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Absent when the connection string names no sslmode. */
  readonly ssl?: boolean | { readonly rejectUnauthorized: false };
}

/**
 * The TLS setting of each sslmode as node-postgres 8 reads it: every mode with TLS also verifies the certificate,
 * except `no-verify`.
 */
const SSL_MODES = new Map<string, Required<Target>['ssl']>([
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
  const { parameters, port, ...url } = readConnectionUrl(connectionString, ['postgres', 'postgresql']);
  const unsupported = [...parameters.keys()].some((name) => name !== 'sslmode' && !IGNORED.includes(name));
  if (unsupported) throw new TargetError('the connection string has a parameter other than sslmode');
  const mode = parameters.get('sslmode');
  const ssl = SSL_MODES.get(mode ?? '');
  if (mode !== null && ssl === undefined) throw new TargetError('the connection string has an unknown sslmode');
  return { ...url, database: url.database || url.user, port: port ?? 5432, ...(ssl !== undefined && { ssl }) };
}
