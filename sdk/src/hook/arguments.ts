import { readCommandLine, UsageError } from '../command-line.js';
import type { HarnessId } from './event.js';

/** The hook's answer to a call while the service is unreachable. */
export type WhenAway = 'ask' | 'deny' | 'pass';

export interface HookOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly agentId: string | null;
  readonly intent: string;
  readonly onBehalfOf: string | null;
  /** Null if it follows from the event. */
  readonly harness: HarnessId | null;
  /** First part of the names of the calls; null: the harness's. */
  readonly connector: string | null;
  /** Milliseconds for which the harness is kept waiting for an operator. */
  readonly waitMs: number;
  readonly whenAway: WhenAway;
  readonly redact: readonly string[];
  readonly state: string | null;
}

export interface UndoOptions extends HookOptions {
  /** A session of the harness or of Backstop; null: the one that made a call last. */
  readonly session: string | null;
  readonly isPlan: boolean;
  readonly isOffline: boolean;
}

export type Command =
  | { readonly kind: 'hook'; readonly options: HookOptions }
  | { readonly kind: 'rollback'; readonly options: UndoOptions }
  | { readonly kind: 'help' };

export const USAGE = `backstop-hook [options]                     a hook of Claude Code, Codex or Cursor: the event on standard input
backstop-hook rollback [session] [options]  puts back the files that a session changed, the last change first

  BACKSTOP_URL, BACKSTOP_API_KEY      the service, and who speaks (required)
  --agent <slug>        BACKSTOP_AGENT      default: the name of the harness
  --intent <text>       BACKSTOP_INTENT     what the agent sets out to do
  --on-behalf-of <user> BACKSTOP_ON_BEHALF_OF   the user whose task it is
  --harness <name>      claude-code, codex or cursor; default: read from the event
  --connector <name>    first part of the names of the calls; default: the name of the harness
  --wait-seconds <n>    how long a call waits for an operator before the agent is told to continue; default: 45
  --when-away <what>    ask (default), deny or pass: a call while the service cannot be reached
  --redact a.b,c        places of arguments and results that are recorded as [redacted]
  --state <directory>   where calls, and files before and after them, are kept
  --plan                rollback: says what it would do, and does nothing
  --offline             rollback: does not ask the service
`;

const FLAGS = ['plan', 'offline', 'help'];
const VALUES = [
  ...['agent', 'intent', 'on-behalf-of', 'harness', 'connector', 'wait-seconds', 'when-away', 'redact', 'state'],
];
const HARNESSES: readonly string[] = ['claude-code', 'codex', 'cursor'] satisfies HarnessId[];
const AWAY: readonly string[] = ['ask', 'deny', 'pass'] satisfies WhenAway[];

/** @throws UsageError */
export function parseCommand(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const isRollback = argv[0] === 'rollback';
  const { flags, values, words } = readCommandLine(isRollback ? argv.slice(1) : argv, { flags: FLAGS, values: VALUES });
  const [session = null, unknown] = isRollback ? words : [null, ...words];
  if (unknown !== undefined) throw new UsageError(`Unexpected word: ${unknown}`);
  if (flags.has('help')) return { kind: 'help' };
  const isOffline = isRollback && flags.has('offline');
  const { BACKSTOP_URL: baseUrl = '', BACKSTOP_API_KEY: apiKey = '' } = env;
  if (!isOffline && !URL.canParse(baseUrl)) throw new UsageError('BACKSTOP_URL must be the address of the service.');
  if (!isOffline && apiKey === '') throw new UsageError('BACKSTOP_API_KEY is not set.');
  const harness = oneOf<HarnessId>('harness', HARNESSES);
  const connector = values.get('connector') ?? null;
  if (connector !== null && !/^[A-Za-z][\w-]*$/.test(connector))
    throw new UsageError('--connector must be a name of letters, digits, - and _.');
  const seconds = values.get('wait-seconds') ?? '45';
  if (!/^\d{1,4}$/.test(seconds) || Number(seconds) < 5)
    throw new UsageError('--wait-seconds must be a whole number of seconds, at least 5.');
  const options: HookOptions = {
    baseUrl,
    apiKey,
    agentId: values.get('agent') ?? env.BACKSTOP_AGENT ?? null,
    intent: values.get('intent') ?? env.BACKSTOP_INTENT ?? 'Work on the code of a project',
    onBehalfOf: values.get('on-behalf-of') ?? env.BACKSTOP_ON_BEHALF_OF ?? null,
    harness,
    connector,
    waitMs: Number(seconds) * 1_000,
    whenAway: oneOf<WhenAway>('when-away', AWAY) ?? 'ask',
    redact: (values.get('redact') ?? '').split(',').filter((one) => one !== ''),
    state: values.get('state') ?? null,
  };
  if (!isRollback) return { kind: 'hook', options };
  return { kind: 'rollback', options: { ...options, session, isPlan: flags.has('plan'), isOffline } };

  function oneOf<T extends string>(name: string, known: readonly string[]): T | null {
    const value = values.get(name);
    if (value === undefined) return null;
    if (!known.includes(value)) throw new UsageError(`--${name} must be one of ${known.join(', ')}.`);
    return value as T;
  }
}
