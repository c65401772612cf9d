import { readConnectionUrl, TargetError } from '../../rows/table/connection-url.js';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Absent when the connection string names no ssl-mode. */
  readonly ssl?: null | { readonly rejectUnauthorized: boolean; readonly verifyIdentity: boolean };
}

export const VERIFIED = { rejectUnauthorized: true, verifyIdentity: true } as const;

/** `ssl-mode` as MySQL's own clients name it. PREFERRED is missing: an attacker in between could turn it off. */
const SSL_MODES = new Map<string, Required<Target>['ssl']>([
  ['DISABLED', null],
  ['REQUIRED', { rejectUnauthorized: false, verifyIdentity: false }],
  ['VERIFY_CA', { rejectUnauthorized: true, verifyIdentity: false }],
  ['VERIFY_IDENTITY', VERIFIED],
]);

/** Reads `mysql://user:password@host:port/database?ssl-mode=…`. @throws TargetError */
export function parseTarget(connectionString: string | undefined): Target {
  const { parameters, port, ...url } = readConnectionUrl(connectionString, ['mysql', 'mariadb']);
  if ([...parameters.keys()].some((name) => name !== 'ssl-mode')) {
    throw new TargetError('the connection string has a parameter other than ssl-mode');
  }
  const mode = parameters.get('ssl-mode');
  const ssl = SSL_MODES.get(mode?.toUpperCase() ?? '');
  if (mode !== null && ssl === undefined) throw new TargetError('the connection string has an unknown ssl-mode');
  return { ...url, port: port ?? 3306, ...(ssl !== undefined && { ssl }) };
}
