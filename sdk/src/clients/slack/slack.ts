import type { CallRule, InterceptedMember, Interceptor } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { oneParameter } from '../../method-client/one-parameter.js';
import { UNNAMED } from '../../method-client/outgoing.js';
import type { Signature, Simulation } from '../../method-client/signature.js';
import { unnamedCall } from '../../method-client/unnamed-call.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { isUniversal } from '../members.js';
import { SLACK_READS } from './reads.js';
import { countingClient } from './repeats.js';

const refuse = (reason: string): CallRule => ({ kind: 'refuse', reason });
const rejected = (reason: string): CallRule => ({ kind: 'refuse', reason, rejects: true });
const INNER = rejected(
  'This is inside of the client and writes past the gate; call the method, such as chat.postMessage.',
);
const UNREADABLE = 'apiCall is given the name of a method, such as chat.postMessage; an address cannot be governed.';
const PAGES = refuse('Pages are read; call the method itself to write.');

const REFUSED: Readonly<Record<string, CallRule>> = {
  makeRequest: INNER,
  fetchAllUploadURLExternal: INNER,
  completeFileUploads: INNER,
  postFileUploadsToExternalURL: INNER,
};
/** Operations that methods without a name of their own may do. */
const COVERED: Readonly<Record<string, readonly string[]>> = {
  'chat.startStream': ['chat.postMessage'],
  'chat.appendStream': ['chat.update'],
  'chat.stopStream': ['chat.postMessage', 'chat.update'],
  'files.upload': ['files.uploadV2'],
  'files.completeUploadExternal': ['files.uploadV2'],
};
/** Methods of the client itself that send nothing. */
const LOCAL = new Set(['getAllFileUploads', 'deriveRequestUrl', 'serializeBody', 'buildResult', 'fetchFn']);

/** `WebClient` of `@slack/web-api`. */
export const slack: MethodClient = {
  id: 'slack',
  expects: 'a WebClient of @slack/web-api',
  recognises: (client) => 'apiCall' in client && 'filesUploadV2' in client && 'chat' in client,
  hasUnnamed: true,
  interceptor: (client, { operations, settings }) => {
    countingClient(client);
    return new SlackInterceptor('', new SlackMethods(operations, settings.passesUnknown));
  },
};

/** Finds the rule of a Slack method by its name. */
class SlackMethods {
  readonly #named = new Map<string, CallRule>(Object.entries(REFUSED));
  readonly #byLowerCase: ReadonlyMap<string, CallRule>;
  readonly #unnamed: Operation | undefined;

  constructor(operations: readonly Operation[], passesUnknown: boolean) {
    for (const operation of operations) {
      if (operation.path === UNNAMED) continue;
      this.#named.set(operation.path, { kind: 'operation', operation, signature: SIGNATURE });
    }
    const upload = this.#named.get('files.uploadV2');
    if (upload) this.#named.set('filesUploadV2', upload);
    this.#byLowerCase = new Map([...this.#named].map(([name, rule]) => [name.toLowerCase(), rule]));
    this.#unnamed = passesUnknown ? undefined : operations.find(({ path }) => path === UNNAMED);
  }

  /** Returns the rule of a method; null if it changes nothing. */
  rule(name: string): CallRule | null {
    const known = this.#named.get(name) ?? this.#byLowerCase.get(name.toLowerCase());
    if (known || SLACK_READS.has(name) || !this.#unnamed) return known ?? null;
    const describe = ([options]: readonly unknown[]) => ({
      method: 'POST',
      path: `/api/${name}`,
      ...(options !== undefined && { body: options }),
    });
    const mayDo = (COVERED[name] ?? []).map((path) => `slack.${path}`);
    return { ...unnamedCall(this.#unnamed, describe, { simulate: simulateUnnamed }), mayDo };
  }
}

class SlackInterceptor implements Interceptor {
  readonly #inner = new Map<string, SlackInterceptor>();

  constructor(
    readonly path: string,
    private readonly methods: SlackMethods,
  ) {}

  member(key: PropertyKey, value: unknown): InterceptedMember | undefined {
    if (typeof key !== 'string' || key === 'constructor' || key.startsWith('_')) return undefined;
    const path = this.path === '' ? key : `${this.path}.${key}`;
    if (typeof value !== 'function') return isPlainObject(value) ? { interceptor: this.#at(key, path) } : undefined;
    if (this.path === '') return this.#ofClient(key, value);
    return { rule: this.methods.rule(path) ?? undefined };
  }

  #ofClient(key: string, value: unknown): InterceptedMember | undefined {
    if (LOCAL.has(key) || isUniversal(key, value)) return undefined;
    if (key === 'paginate') return { rule: { kind: 'route', route: ([name]) => this.#paged(name) } };
    // Its parts are calls of the governed client.
    if (key === 'chatStream') return { rule: { kind: 'own' } };
    if (key === 'apiCall') return { rule: { kind: 'route', route: ([name]) => this.#called(name) } };
    return key === 'filesUploadV2' || key in REFUSED ? { rule: this.methods.rule(key) ?? undefined } : undefined;
  }

  #paged(name: unknown): CallRule | null {
    if (!isName(name)) return refuse(UNREADABLE);
    return this.methods.rule(name) === null ? null : PAGES;
  }

  #called(name: unknown): CallRule | null {
    return isName(name) ? shifted(this.methods.rule(name)) : rejected(UNREADABLE);
  }

  #at(key: string, path: string): SlackInterceptor {
    const interceptor = this.#inner.get(key) ?? new SlackInterceptor(path, this.methods);
    this.#inner.set(key, interceptor);
    return interceptor;
  }
}

const SIGNATURE: Signature = oneParameter({ isSecret: ([name]) => name === 'token', simulate });

function isName(method: unknown): method is string {
  return typeof method === 'string' && /^[\w.]+$/.test(method);
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Adapts the rule of an operation to calls whose first argument is its name. */
function shifted(rule: CallRule | null): CallRule | null {
  if (rule?.kind !== 'operation') return rule;
  const { signature } = rule;
  const behindName: Signature = {
    ...signature,
    read: ([, ...args]) => signature.read(args),
    write: (edited, [name, ...args]) => [name, ...signature.write(edited, args)],
  };
  return { ...rule, signature: behindName };
}

/** A stream continues under the time of its first part. */
function simulateUnnamed(): unknown {
  return { ok: true, ts: `${Math.floor(Date.now() / 1000)}.000000` };
}

function simulate({ path, payload, actionId }: Simulation): unknown {
  const { channel, ts } = payload;
  if (!path.startsWith('chat.')) return { ok: true, ...(channel !== undefined && { channel: { id: channel } }) };
  const at = ts ?? `${Math.floor(Date.now() / 1000)}.000000`;
  return { ok: true, channel, ts: at, message: { ...payload, ts: at, client_msg_id: `simulated_${actionId}` } };
}
