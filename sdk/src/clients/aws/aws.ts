import { ApprovedPayloadError, UngovernedCallError } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import type { CallRule, InterceptedMember, Interceptor } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { objectOf } from '../../method-client/one-parameter.js';
import type { Parameters, Signature, Simulation } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { type AwsClient, withHandler } from './handler.js';
import { countingClient } from './repeats.js';

export interface AwsService {
  readonly id: string;
  readonly expects: string;
  /** The service id in the client's configuration. */
  readonly serviceId: string;
  /** Names of commands, without `Command`, and the operations that they are. */
  readonly commands: Readonly<Record<string, string>>;
  /** Matches commands that change nothing. */
  readonly reading: RegExp;
  /** True for a command that may write if its input says that it does not. */
  readsOnly?(command: string, input: JsonObject): boolean;
  /** Tells whether a request changes nothing, independent of the command that has built it. */
  isRead(request: BuiltRequest): boolean;
  /** Tells whether a request that writes belongs to the requested command. */
  isOf(command: string, request: BuiltRequest, input: JsonObject): boolean;
  /** Paths of other operations that a command does as well: in a batch, a transaction, a statement. */
  mayDo(command: string, input: JsonObject): readonly string[];
  /**
   * Tells whether a command has the same result when it is sent again; undefined if the type of its operation decides
   * that.
   */
  isIdempotent(command: string, input: JsonObject): boolean | undefined;
  /** Members of an answer such as the provider would give. */
  simulate(command: string, input: JsonObject, actionId: string): object;
}

/** The request that a client's handler receives. */
export interface BuiltRequest {
  readonly method: string;
  readonly hostname: string;
  readonly path: string;
  readonly headers: Parameters;
  readonly query: Parameters;
  readonly body: unknown;
}

type Method = (...args: unknown[]) => unknown;

/** Any command that neither reads nor is known by name. */
const OTHER = 'commands.send';

const PAST = 'sends past the gate; send the command through the wrapped client.';
const DETACHED = `A command that writes and is resolved by itself, for a presigned URL or a document client, ${PAST}`;
const DISGUISED = 'A command that reads by its name has built a request that may write. It was not sent.';
const ANOTHER = 'The command has built a request of another command. It was not sent.';
/** Handlers that are resolved here are called later, and return a promise. */
const REFUSING: CallRule = {
  kind: 'instead',
  call: () => () => Promise.reject(new UngovernedCallError(DETACHED)),
};
const RAW: CallRule = { kind: 'refuse', reason: `The handler of a wrapped client ${PAST}`, rejects: true };

/** A client of `@aws-sdk/client-*`: commands by class through `send`, or a method for each. */
export function awsClient(service: AwsService): MethodClient {
  return {
    id: service.id,
    expects: service.expects,
    recognises: (client) =>
      'send' in client &&
      'middlewareStack' in client &&
      objectOf(Reflect.get(client, 'config')).serviceId === service.serviceId,
    interceptor: (client, { operations, settings }) =>
      new AwsInterceptor(service, client as AwsClient, operations, settings.passesUnknown),
  };
}

class AwsInterceptor implements Interceptor {
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #reading: AwsClient;

  /** Governs copies of the stack as well: a command that is resolved from one must be a read. */
  readonly #stack: Interceptor = {
    member: (key) => {
      if (key === 'resolve') return { rule: { kind: 'route', route: ([, context]) => this.#resolved(context) } };
      return key === 'clone' || key === 'concat' ? { rule: { kind: 'factory', interceptor: this.#stack } } : undefined;
    },
  };
  readonly #handler: Interceptor = {
    member: (key) =>
      key === 'handle' ? { rule: { kind: 'route', route: ([request]) => this.#handled(request) } } : undefined,
  };
  readonly #config: Interceptor = {
    member: (key) => (key === 'requestHandler' ? { interceptor: this.#handler } : undefined),
  };

  constructor(
    private readonly service: AwsService,
    private readonly client: AwsClient,
    operations: readonly Operation[],
    private readonly passesUnknown: boolean,
  ) {
    this.#reading = readingClient(client, service);
    this.#operations = new Map(operations.map((operation) => [operation.path, operation]));
  }

  member(key: PropertyKey, value: unknown): InterceptedMember | undefined {
    if (key === 'send' && typeof value === 'function') return this.#routed(value as Method, SENT, commandName);
    if (key === 'destroy') return { rule: { kind: 'close' } };
    if (key === 'middlewareStack') return { interceptor: this.#stack };
    if (key === 'config' || key === 'initConfig') return { interceptor: this.#config };
    if (typeof key !== 'string' || typeof value !== 'function' || key in Object.prototype) return undefined;
    // Pages and waits send reading commands only.
    if (/^(paginate|waitUntil)[A-Z]/.test(key)) return undefined;
    const command = key.charAt(0).toUpperCase() + key.slice(1);
    return this.#routed(value as Method, CALLED, () => command);
  }

  #routed(method: Method, style: Style, commandOf: (subject: unknown) => string): InterceptedMember {
    const route = (args: readonly unknown[]): CallRule | null => {
      const command = commandOf(args[0]);
      const rule = this.#rule(command, style, args[0]);
      if (rule?.kind !== 'read' && rule?.kind !== 'operation') return rule;
      const clientFor = (input: unknown) =>
        rule.kind === 'read'
          ? this.#reading
          : askedClient(this.client, command, this.service, objectOf(input) as JsonObject);
      const own = rule.kind === 'operation' && typeof args.at(-1) === 'function' ? args.slice(0, -1) : args;
      const call: Method = (...given) => Reflect.apply(method, clientFor(style.input(given[0])), given);
      return { ...rule, run: { args: own, call } };
    };
    return { rule: { kind: 'route', route } };
  }

  #resolved(context: unknown): CallRule | null {
    const command = String(objectOf(context).commandName).replace(/Command$/, '');
    return this.service.reading.test(command) ? null : REFUSING;
  }

  /** A request that was built elsewhere: by a presigner, by a document client, by the prototype's `send`. */
  #handled(request: unknown): CallRule | null {
    return this.service.isRead(builtRequest(request)) ? null : RAW;
  }

  #rule(command: string, style: Style, subject: unknown): CallRule | null {
    const { reading, commands, readsOnly } = this.service;
    if (reading.test(command) || readsOnly?.(command, objectOf(style.input(subject)) as JsonObject)) {
      return { kind: 'read', path: command.charAt(0).toLowerCase() + command.slice(1) };
    }
    const named = Object.hasOwn(commands, command) ? this.#operations.get(commands[command] ?? '') : undefined;
    if (!named && this.passesUnknown) return null;
    const operation = named ?? this.#operations.get(OTHER);
    if (!operation)
      return { kind: 'refuse', reason: `The service does not know ${command}Command; it cannot be governed.` };
    const mayDo = this.service
      .mayDo(command, objectOf(style.input(subject)) as JsonObject)
      .flatMap((path) => this.#operations.get(path)?.apiName ?? []);
    return { kind: 'operation', operation, mayDo, signature: this.#signature(command, style, named !== undefined) };
  }

  #signature(command: string, style: Style, isNamed: boolean): Signature {
    return {
      callback: 'instead',
      abortError: async () => Object.assign(new Error('Request aborted'), { name: 'AbortError' }),
      read: ([subject]) =>
        isNamed ? objectOf(style.input(subject)) : { command, input: objectOf(style.input(subject)) },
      write: (edited, [subject, ...rest]) => {
        if (
          !isNamed &&
          (edited.command !== command || Object.keys(edited).some((name) => !/^(command|input)$/.test(name)))
        ) {
          throw new ApprovedPayloadError(`it is not { command: '${command}', input: {…} }.`);
        }
        return [style.output(subject, objectOf(isNamed ? edited : edited.input)), ...rest];
      },
      isSecret: (path) => SECRET.has(path[isNamed ? 0 : 1] ?? ''),
      isIdempotent: (payload) =>
        this.service.isIdempotent(command, isNamed ? payload : (objectOf(payload.input) as JsonObject)),
      isRepeatable: ([subject]) => !Object.values(objectOf(style.input(subject))).some(isStream),
      response: dated,
      simulate: (simulation) => this.#simulated(command, isNamed, simulation),
    };
  }

  #simulated(command: string, isNamed: boolean, { payload, actionId }: Simulation): unknown {
    const input = (isNamed ? payload : objectOf(payload.input)) as JsonObject;
    const $metadata = { httpStatusCode: 200, requestId: actionId, attempts: 1, totalRetryDelay: 0 };
    return { $metadata, ...this.service.simulate(command, input, actionId) };
  }
}

/**
 * Returns the client for reading commands: the same client, whose handler sends only reads, whatever the command's name
 * is.
 */
function readingClient(client: AwsClient, service: AwsService): AwsClient {
  return withHandler(client, (send, request) =>
    service.isRead(builtRequest(request)) ? send() : Promise.reject(new UngovernedCallError(DISGUISED)),
  );
}

/** Returns the client for a governed command: the same client, which sends nothing that another command writes. */
function askedClient(client: AwsClient, command: string, service: AwsService, input: JsonObject): AwsClient {
  const counting = countingClient(client);
  return withHandler(counting, (send, request) =>
    service.isOf(command, builtRequest(request), input) ? send() : Promise.reject(new UngovernedCallError(ANOTHER)),
  );
}

function builtRequest(request: unknown): BuiltRequest {
  const { method, hostname, path, headers, query, body } = objectOf(request);
  const lowered = Object.entries(objectOf(headers)).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...{ method: String(method).toUpperCase(), hostname: String(hostname), path: String(path ?? '/') },
    ...{ headers: Object.fromEntries(lowered), query: objectOf(query), body },
  };
}

/** The answer with the provider's date among its metadata: an undo compares it with the time of what is there then. */
function dated(answer: unknown, date: string | null): unknown {
  if (date === null || typeof answer !== 'object' || answer === null) return answer;
  return { ...answer, $metadata: { ...objectOf(Reflect.get(answer, '$metadata')), date } };
}

const SECRET = new Set(['SSECustomerKey', 'CopySourceSSECustomerKey']);

/** The position of the input in a call. */
interface Style {
  input(subject: unknown): unknown;
  output(subject: unknown, input: object): unknown;
}
const SENT: Style = { input: inputOf, output: withInput };
const CALLED: Style = { input: (subject) => subject, output: (_, input) => input };

/** Tells whether the value is a stream, which can be read only once. */
function isStream(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('pipe' in value || 'getReader' in value);
}

/** Returns `PutObject` for a PutObjectCommand, also if a bundler has renamed the class; '' for other values. */
function commandName(command: unknown): string {
  if (typeof command !== 'object' || command === null) return '';
  const { schema } = command as { schema?: unknown };
  if (Array.isArray(schema) && typeof schema[2] === 'string') return schema[2];
  return command.constructor?.name.replace(/Command$/, '') ?? '';
}

function inputOf(command: unknown): unknown {
  return (command as { input?: unknown } | null | undefined)?.input;
}

/** The same command, with middleware of its own, for another input. */
function withInput(command: unknown, input: object): object {
  const own = Object.getOwnPropertyDescriptors(command as object);
  const value = { value: input, enumerable: true, writable: true, configurable: true };
  return Object.create(Object.getPrototypeOf(command), { ...own, input: value }) as object;
}
