import { readCommandLine, UsageError } from '../command-line.js';

/** The options of `backstop-mcp`: flags first, then the environment. */
export interface ProxyOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly intent: string;
  /** The user whose task it is; null: not said. */
  readonly onBehalfOf: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** A session that is open already; null: one of its own, opened with the first call that needs it. */
  readonly sessionId: string | null;
  /** Null means the known server's name, or else `mcp`. */
  readonly connector: string | null;
  readonly server: { readonly command: string; readonly args: readonly string[] } | { readonly url: string };
  readonly authorization: string | null;
  readonly trustsAnnotations: boolean;
  readonly reads: readonly string[];
  readonly logsReads: boolean;
  /** Tools that a person has to approve, besides the destructive ones. */
  readonly holds: readonly string[];
  /** Destructive tools that are asked for without being held. */
  readonly frees: readonly string[];
  readonly holdsDestructive: boolean;
  readonly redact: readonly string[];
  /** `throw`: a call that a person has to approve is answered soon, and the same call made again goes on with it. */
  readonly pending: 'wait' | 'throw';
  /** Milliseconds for which `throw` waits for the decision. */
  readonly waitMs: number;
  readonly pollIntervalMs: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly completes: boolean;
  readonly journal: string | null;
}

export interface RollbackOptions extends ProxyOptions {
  readonly undoes: string;
  readonly trash: string | null;
}

export type Command =
  | { readonly kind: 'proxy'; readonly options: ProxyOptions }
  | { readonly kind: 'rollback'; readonly options: RollbackOptions }
  | { readonly kind: 'help' };

export const USAGE = `backstop-mcp [options] -- command [argument …]     in front of a server over stdio
backstop-mcp [options] --url https://…            in front of a server over streamable HTTP
backstop-mcp rollback <session> [options] -- …    undoes what the session's agent did through a known server

  BACKSTOP_URL, BACKSTOP_API_KEY      the service, and who speaks (required)
  --agent <slug>        BACKSTOP_AGENT      default: mcp-agent
  --intent <text>       BACKSTOP_INTENT     what the agent sets out to do
  --on-behalf-of <user> BACKSTOP_ON_BEHALF_OF   the user whose task it is
  --labels a=b,c=d      texts that policies and filters of sessions read
  --session <id>        BACKSTOP_SESSION    join a session; default: one of its own
  --connector <name>    first part of the names of the calls; default: filesystem, memory, or mcp
  --reads a,b           tools that change nothing: they pass ungated
  --trust-annotations   tools that say of themselves that they only read pass ungated
  --log-reads           record them as well
  --hold a,b            a person has to approve these, besides the destructive ones ('*': all)
  --free a,b            do not hold these, though destructive; policies still decide
  --no-hold             hold no destructive tool; policies still decide
  --redact a.b,c        places of arguments and results that are recorded as [redacted]
  --pending <what>      a call that a person has to approve: 'wait' (default), or 'throw' answers it soon
                        and the same call made again, by any process of this user, runs once it is approved
  --wait-seconds <n>    how long 'throw' waits for the decision before it answers; default: 10
  --poll-ms, --timeout-ms   how often and how long an approval is waited for
  --keep-open           do not complete the session at the end
  --journal <directory> where states before a call are kept for a rollback, and which calls wait
  --trash <directory>   rollback, filesystem: where files go that did not exist before
  MCP_AUTHORIZATION     sent as Authorization to --url
`;

const FLAGS = ['trust-annotations', 'log-reads', 'no-hold', 'keep-open', 'help'];
const VALUES = [
  ...['agent', 'intent', 'on-behalf-of', 'labels', 'session', 'connector', 'reads', 'hold', 'free', 'redact'],
  ...['pending', 'wait-seconds', 'poll-ms', 'timeout-ms', 'journal', 'trash', 'url'],
];

/** @throws UsageError */
export function parseCommand(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
  const dashes = argv.indexOf('--');
  const own = dashes < 0 ? argv : argv.slice(0, dashes);
  const [command, ...args] = dashes < 0 ? [] : argv.slice(dashes + 1);
  const isRollback = own[0] === 'rollback';
  const given = isRollback ? own.slice(2) : own;
  const { flags, values, words } = readCommandLine(given, { flags: FLAGS, values: VALUES });
  if (words[0] !== undefined) throw new UsageError(`Unexpected word: ${words[0]}`);
  if (flags.has('help')) return { kind: 'help' };
  const url = values.get('url');
  if ((url === undefined) === (command === undefined)) throw new UsageError('Name a command after --, or --url.');
  if (url !== undefined && !URL.canParse(url)) throw new UsageError('--url must be an absolute URL.');
  const { BACKSTOP_URL: baseUrl, BACKSTOP_API_KEY: apiKey } = env;
  if (!baseUrl || !URL.canParse(baseUrl)) throw new UsageError('BACKSTOP_URL must be the address of the service.');
  if (!apiKey) throw new UsageError('BACKSTOP_API_KEY is not set.');
  const connector = values.get('connector') ?? null;
  if (connector !== null && !/^[A-Za-z][\w-]*$/.test(connector)) {
    throw new UsageError('--connector must be a name of letters, digits, - and _.');
  }
  const pending = values.get('pending') ?? 'wait';
  if (pending !== 'wait' && pending !== 'throw') throw new UsageError("--pending must be 'wait' or 'throw'.");
  const seconds = values.get('wait-seconds') ?? '10';
  if (!/^\d{1,4}$/.test(seconds)) throw new UsageError('--wait-seconds must be a whole number of seconds.');
  const list = (name: string) => (values.get(name) ?? '').split(',').filter((one) => one !== '');
  const options: ProxyOptions = {
    baseUrl,
    apiKey,
    agentId: values.get('agent') ?? env.BACKSTOP_AGENT ?? 'mcp-agent',
    intent: values.get('intent') ?? env.BACKSTOP_INTENT ?? 'Work with the tools of an MCP server',
    onBehalfOf: values.get('on-behalf-of') ?? env.BACKSTOP_ON_BEHALF_OF ?? null,
    labels: Object.fromEntries(list('labels').map(label)),
    sessionId: values.get('session') ?? env.BACKSTOP_SESSION ?? null,
    connector,
    server: url === undefined ? { command: command ?? '', args } : { url },
    authorization: env.MCP_AUTHORIZATION ?? null,
    trustsAnnotations: flags.has('trust-annotations'),
    reads: list('reads'),
    logsReads: flags.has('log-reads'),
    holds: list('hold'),
    frees: list('free'),
    holdsDestructive: !flags.has('no-hold'),
    redact: list('redact'),
    pending,
    waitMs: Number(seconds) * 1_000,
    pollIntervalMs: milliseconds('poll-ms'),
    timeoutMs: milliseconds('timeout-ms'),
    completes: !flags.has('keep-open'),
    journal: values.get('journal') ?? null,
  };
  if (!isRollback) return { kind: 'proxy', options };
  const undoes = own[1];
  if (!undoes || undoes.startsWith('-')) throw new UsageError('rollback needs the id of a session.');
  return { kind: 'rollback', options: { ...options, undoes, trash: values.get('trash') ?? null } };

  function milliseconds(name: string): number | undefined {
    const text = values.get(name);
    if (text === undefined) return undefined;
    if (!/^\d+$/.test(text)) throw new UsageError(`--${name} must be a whole number of milliseconds.`);
    return Number(text);
  }
}

/** @throws UsageError */
function label(text: string): readonly [name: string, value: string] {
  const end = text.indexOf('=');
  if (end < 1) throw new UsageError('--labels must be <name>=<value>, separated by commas.');
  return [text.slice(0, end), text.slice(end + 1)];
}
