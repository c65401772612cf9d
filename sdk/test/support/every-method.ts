import { EventEmitter } from 'node:events';
import { patience } from '../../../test/support/patience.mjs';
import { BackstopError, PolicyBlockedError } from '../../src/errors.js';
import type { Session } from '../../src/session.js';
import { SHIPPED_REGISTRY } from '../../src/wire/shipped-registry.js';
import { wrap } from '../../src/wrap.js';
import type { WrapOptions } from '../../src/wrapping/options.js';
import { RecordingGate } from './recording-gate.js';
import type { Received, RecordingServer } from './recording-server.js';

const DEEPEST = 6;
/** The number of attempts, each with other arguments, until something is sent. */
const ATTEMPTS = 4;
/** Neither a method of the client nor a way to one. */
const OUTSIDE = /^(constructor|logger|log|hook|config|options|webhooks|errors|Decimal|requestQueue|retryConfig)$/;

export interface Subject<T extends object = object> {
  readonly connector: string;
  newClient(url: string): T;
  /** Arguments with which a method may be called. */
  args(path: string, method: (...args: unknown[]) => unknown, lacks: string, attempt: number): unknown[];
  /** Tells whether a request that reached the server changes nothing. */
  isRead(received: Received): boolean;
  /** Methods that send nothing. */
  readonly silent?: RegExp;
  /** Methods whose arguments the client itself does not accept in any form: they send nothing, bare or wrapped. */
  readonly unusable?: RegExp;
  /** Methods that write and cannot wait for an answer of the gate. */
  readonly refused?: RegExp;
  readonly options?: Partial<WrapOptions>;
}

export interface Row {
  readonly path: string;
  /** The requests of the bare client. */
  readonly sent: readonly string[];
  readonly writes: boolean;
  /** The writes that reached the server although a policy blocks everything. */
  readonly escaped: readonly string[];
  /** The names that the gate was asked for under a policy that allows everything. */
  readonly asked: readonly string[];
  /** True if the server got the same requests as from the bare client. */
  readonly same: boolean;
}

/** A client wrapped in a session of which the gate remembers each question. */
export function wrapRecorded<T extends object>(client: T, gate: RecordingGate, options: WrapOptions): T {
  return wrap(client, { registry: SHIPPED_REGISTRY, gate: () => gate } as unknown as Session, options);
}

export function blockingGate(): RecordingGate {
  const gate = new RecordingGate();
  const refuse = () => new PolicyBlockedError('Nothing is allowed.', ['p1'], { code: 'policy-blocked', status: 403 });
  return Object.defineProperty(gate, 'refuse', { get: refuse });
}

/** Calls each method of a client: bare, where everything is blocked, and where everything is allowed. */
export async function everyMethod(subject: Subject, server: RecordingServer): Promise<Row[]> {
  const rows: Row[] = [];
  const { connector, options } = subject;
  const [blocking, allowing] = [blockingGate(), new RecordingGate()];
  const bare = subject.newClient(server.url);
  const blocked = wrapRecorded(subject.newClient(server.url), blocking, { connector, ...options });
  const allowed = wrapRecorded(subject.newClient(server.url), allowing, { connector, ...options });
  const paths = methodsOf(bare);
  await settled(server);
  for (const path of paths) {
    if (subject.silent?.test(path)) continue;
    const plain = await called(subject, server, bare, path);
    const escaped = (await called(subject, server, blocked, path)).filter((one) => !subject.isRead(one));
    const writes = plain.some((one) => !subject.isRead(one));
    const asked = allowing.asked.length;
    const again = writes ? await called(subject, server, allowed, path) : [];
    rows.push({
      path,
      sent: plain.map(line),
      writes,
      escaped: escaped.map(line),
      asked: allowing.asked.slice(asked).map(({ apiName }) => apiName),
      same: !writes || again.map(line).join() === plain.map(line).join(),
    });
  }
  return rows;
}

/** Waits until requests that accessors sent during the inspection have arrived. */
async function settled(server: RecordingServer): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, patience(40)));
  while (server.take().length > 0);
}

const line = ({ method, path }: Received) => `${method} ${path.split('?')[0]}`;

async function called(subject: Subject, server: RecordingServer, client: object, path: string): Promise<Received[]> {
  server.take();
  let lacks = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const error = await call(subject, client, path, lacks, attempt);
    const received = server.take();
    if (received.length > 0 || error === undefined || isRefusal(error)) return received;
    lacks = /Missing required parameters: (.*)/.exec(error.message)?.[1] ?? lacks;
  }
  return [];
}

const isRefusal = (error: Error) => error instanceof BackstopError;

async function call(
  subject: Subject,
  client: object,
  path: string,
  lacks: string,
  attempt: number,
): Promise<Error | undefined> {
  const names = path.split('.');
  const name = names.pop() ?? '';
  const target = names.reduce<unknown>((inner, key) => Reflect.get(inner as object, key), client) as object;
  try {
    // An accessor sends when it is read.
    const method: unknown = Reflect.get(target, name);
    const answer: unknown =
      typeof method === 'function'
        ? Reflect.apply(method, target, subject.args(path, method as never, lacks, attempt))
        : method;
    const iterator = (answer as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator]?.();
    if (iterator && !('then' in (answer as object))) await iterator.next();
    else await answer;
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Returns dotted paths of all methods of a client, those of its prototypes included. */
export function methodsOf(client: object): string[] {
  const paths: string[] = [];
  const seen = new Set<unknown>();
  const visit = (target: object, path: readonly string[]) => {
    if (seen.has(target) || path.length >= DEEPEST) return;
    seen.add(target);
    for (const name of namesOf(target)) {
      if (name.startsWith('_') || OUTSIDE.test(name) || name in EventEmitter.prototype) continue;
      const value: unknown = Reflect.get(target, name);
      if (value instanceof Promise) value.catch(() => undefined);
      if (typeof value === 'function' || value instanceof Promise) paths.push([...path, name].join('.'));
      else if (typeof value === 'object' && value !== null && !Array.isArray(value)) visit(value, [...path, name]);
    }
  };
  visit(client, []);
  return paths;
}

function namesOf(target: object): Set<string> {
  const names = new Set<string>();
  for (
    let level: object | null = target;
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
  }
  return names;
}
