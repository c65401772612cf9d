import { createSecretKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type JudgeModel, readJudgeModel } from './judge-model.js';
import { type OAuthClient, type OAuthProvider, readOAuthClients } from './oauth-client.js';
import { StartRefusedError } from './start-refused.error.js';
import { readStripeClient, type StripeClient } from './stripe-client.js';

export type Plan = 'FREE' | 'PRO' | 'TEAM';

/** Everything the environment can say; docs/contract.md, "Configuration". Durations carry their unit, sizes are counts. */
export class Config {
  readonly host: string;
  readonly port: number;
  /** Null when the process does not serve its own metrics. */
  readonly metricsPort: number | null;
  /** The collector of traces and metrics; null when there is none. */
  readonly otlpEndpoint: string | null;
  readonly publicUrl: string;
  readonly dashboardUrl: string;
  readonly errorsUrl: string;
  /** Null selects the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly migrateDatabaseUrl: string | null;
  /** A direct connection, past any pooler. When it is null, decisions of other processes are found only by polling. */
  readonly listenDatabaseUrl: string | null;
  readonly databasePool: number;
  /** A query without an answer for this long is given up, and its connection closed. */
  readonly databaseTimeoutSeconds: number;
  /** Off behind a pooler that gives each transaction another session and does not keep prepared statements. */
  readonly preparesStatements: boolean;
  readonly dataDir: string;
  readonly jwtKey: KeyObject;
  /** Root keys by version; the highest version is current. */
  readonly encryptionKeys: ReadonlyMap<number, KeyObject>;
  readonly defaultPlan: Plan;
  readonly quota: Readonly<Record<Plan, number>>;
  /** The days after which ended sessions are deleted; 0 keeps them. */
  readonly retentionDays: Readonly<Record<Plan, number>>;
  readonly rateLimitMultiplier: number;
  /**
   * The number of sessions that one organization may open: they use up no quota, and each keeps the intent it was
   * opened with.
   */
  readonly sessionsAnHour: number;
  readonly trustProxy: readonly string[];
  /** When it is null, each process counts its own requests. */
  readonly redisUrl: string | null;
  /** When it is null, mails are logged. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Null when billing is not configured. */
  readonly stripe: StripeClient | null;
  readonly allowedPrivateHosts: readonly string[];
  /** A single call to a connector's provider ends after this time. */
  readonly providerTimeoutSeconds: number;
  /** When it is null, intent is judged by rules alone. */
  readonly judge: JudgeModel | null;
  /** Null when sign-in through this provider is not configured. */
  readonly oauth: Readonly<Record<OAuthProvider, OAuthClient | null>>;
  readonly sessionIdleHours: number;
  readonly approvalTtlHours: number;
  /** The time from SIGTERM, when readiness begins to fail, until the process stops. */
  readonly drainSeconds: number;
  readonly logLevel: string;

  constructor(values: ConfigValues) {
    Object.assign(this, values);
  }
}

type ConfigValues = { -readonly [K in keyof Config]: Config[K] };

/** Boot stops here; `problems` is the list to show, one line each. */
export class InvalidConfigError extends StartRefusedError {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

const PLANS: readonly Plan[] = ['FREE', 'PRO', 'TEAM'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads and checks the environment; collects every problem before it gives up.
 * @throws InvalidConfigError naming each variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const text = (name: string): string | null => env[name]?.trim() || null;

  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const raw = text(name);
    if (raw === null) return fallback;
    const value = Number(raw);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`);
    return fallback;
  };

  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const raw = text(name);
    if (raw === null) return fallback;
    const found = allowed.find((value) => value === raw);
    if (!found) problems.push(`${name} must be one of ${allowed.join(', ')}, not "${raw}"`);
    return found ?? fallback;
  };

  const url = (name: string, protocols: readonly string[]): string | null => {
    const raw = text(name);
    if (raw === null) return null;
    if (protocols.some((protocol) => raw.startsWith(`${protocol}://`))) return raw.replace(/\/$/, '');
    problems.push(`${name} must begin with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`);
    return null;
  };

  const list = (name: string): string[] => (text(name) ?? '').split(',').flatMap((part) => part.trim() || []);

  const host = text('HOST') ?? '127.0.0.1';
  const port = integer('PORT', 3000, 0, 65_535);
  const publicUrl = url('PUBLIC_URL', ['http', 'https']) ?? `http://${host}:${port}`;
  const databaseUrl = url('DATABASE_URL', ['postgres', 'postgresql']);

  const stripe = readStripeClient({ text, url }, problems);
  const trustProxy = list('TRUST_PROXY');
  for (const entry of trustProxy) {
    if (!isProxy(entry)) problems.push(`TRUST_PROXY takes addresses and address ranges only, not "${entry}"`);
  }

  const values: ConfigValues = {
    host,
    port,
    metricsPort: text('METRICS_PORT') === null ? null : integer('METRICS_PORT', 0, 0, 65_535),
    otlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https']),
    publicUrl,
    dashboardUrl: url('DASHBOARD_URL', ['http', 'https']) ?? `${publicUrl}/dashboard`,
    errorsUrl: url('ERRORS_URL', ['http', 'https']) ?? `${publicUrl}/errors`,
    databaseUrl,
    migrateDatabaseUrl: url('MIGRATE_DATABASE_URL', ['postgres', 'postgresql']),
    listenDatabaseUrl: url('LISTEN_DATABASE_URL', ['postgres', 'postgresql']),
    databasePool: integer('DATABASE_POOL', 10, 5, 500),
    databaseTimeoutSeconds: integer('DATABASE_TIMEOUT_SECONDS', 30, 1, 3_600),
    preparesStatements: oneOf('DATABASE_PREPARED_STATEMENTS', 'on', ['on', 'off']) === 'on',
    dataDir: resolve(text('DATA_DIR') ?? '.backstop'),
    jwtKey: readJwtKey(text('JWT_SECRET'), problems),
    encryptionKeys: readEncryptionKeys(text('ENCRYPTION_KEYS'), problems),
    // Only billing could raise the plan of an organization, so without billing the default is TEAM.
    defaultPlan: oneOf('DEFAULT_PLAN', stripe ? 'FREE' : 'TEAM', PLANS),
    quota: {
      FREE: integer('QUOTA_FREE', 1_000, 0, 2 ** 40),
      PRO: integer('QUOTA_PRO', 50_000, 0, 2 ** 40),
      TEAM: integer('QUOTA_TEAM', 500_000, 0, 2 ** 40),
    },
    retentionDays: {
      FREE: integer('RETENTION_DAYS_FREE', 0, 0, 36_500),
      PRO: integer('RETENTION_DAYS_PRO', 0, 0, 36_500),
      TEAM: integer('RETENTION_DAYS_TEAM', 0, 0, 36_500),
    },
    rateLimitMultiplier: integer('RATE_LIMIT_MULTIPLIER', 1, 1, 1_000_000),
    sessionsAnHour: integer('SESSIONS_AN_HOUR', 20_000, 1, 2 ** 40),
    trustProxy,
    redisUrl: url('REDIS_URL', ['redis', 'rediss']),
    smtpUrl: url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: text('MAIL_FROM') ?? 'Backstop <backstop@localhost>',
    stripe,
    allowedPrivateHosts: list('ALLOWED_PRIVATE_HOSTS'),
    providerTimeoutSeconds: integer('PROVIDER_TIMEOUT_SECONDS', 10, 1, 120),
    judge: readJudgeModel({ text, url, integer }, problems),
    oauth: readOAuthClients({ text, url }, problems),
    sessionIdleHours: integer('SESSION_IDLE_HOURS', 24, 1, 8_760),
    approvalTtlHours: integer('APPROVAL_TTL_HOURS', 24, 1, 8_760),
    drainSeconds: integer('DRAIN_SECONDS', 5, 0, 600),
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
  };
  if (problems.length > 0) throw new InvalidConfigError(problems);
  return new Config(values);
}

/** An address, or a range that does not cover all addresses: else every caller could forge its address. */
function isProxy(entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  return isIP(address) > 0 && (bits === undefined || (Number(bits) > 0 && ipaddr.isValidCIDR(entry)));
}

function readJwtKey(raw: string | null, problems: string[]): KeyObject {
  const bytes = Buffer.from(raw ?? '', 'utf8');
  if (bytes.length < 32) problems.push('JWT_SECRET must be set, with at least 32 characters');
  return createSecretKey(bytes.length < 32 ? Buffer.alloc(32) : bytes);
}

function readEncryptionKeys(raw: string | null, problems: string[]): Map<number, KeyObject> {
  const keys = new Map<number, KeyObject>();
  for (const entry of raw?.split(',') ?? []) {
    const match = /^\s*([1-9]\d{0,8}):([A-Za-z0-9+/]{43}=)\s*$/.exec(entry);
    const version = Number(match?.[1]);
    if (!match?.[2] || keys.has(version)) {
      problems.push('ENCRYPTION_KEYS must read "1:<base64 of 32 bytes>,2:<…>", each version once');
      return keys;
    }
    keys.set(version, createSecretKey(Buffer.from(match[2], 'base64')));
  }
  if (keys.size === 0) problems.push('ENCRYPTION_KEYS must be set, as "1:<base64 of 32 bytes>"');
  return keys;
}
