import { ApprovedPayloadError, UngovernedCallError } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { objectOf } from '../../method-client/one-parameter.js';
import type { Member, Place, Way } from '../../method-client/place.js';
import type { Signature, Simulation } from '../../method-client/signature.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { commandName, inputOf, withInput } from './aws-command.js';

export interface AwsService {
  readonly id: string;
  readonly expects: string;
  /** As the client's configuration says it. */
  readonly serviceId: string;
  /** Names of commands, without `Command`, and the operations that they are. */
  readonly commands: Readonly<Record<string, string>>;
  /** Of commands that change nothing. */
  readonly reading: RegExp;
  /** True for a command that may write, where its input says that it does not. */
  readsOnly?(command: string, input: JsonObject): boolean;
  /** Paths of other operations that a command does as well: in a batch, a transaction, a statement. */
  mayDo(command: string, input: JsonObject): readonly string[];
  /** Members of an answer such as the provider would give. */
  simulate(command: string, input: JsonObject, actionId: string): object;
}

/** Any command that neither reads nor is known by name. */
const OTHER = 'commands.send';

const PAST = 'sends past the gate; send the command through the wrapped client.';
const DETACHED = `A command that writes and is resolved by itself, for a presigned URL or a document client, ${PAST}`;
/** What is resolved is called later, and answers a promise. */
const REFUSING: Way = {
  kind: 'instead',
  call: () => () => Promise.reject(new UngovernedCallError(DETACHED)),
};
const RAW: Way = { kind: 'refuse', reason: `The handler of a wrapped client ${PAST}`, rejects: true };

/** A client of `@aws-sdk/client-*`: commands by class through `send`, or a method for each. */
export function awsClient(service: AwsService): MethodClient {
  return {
    id: service.id,
    expects: service.expects,
    recognises: (client) =>
      'send' in client &&
      'middlewareStack' in client &&
      objectOf(Reflect.get(client, 'config')).serviceId === service.serviceId,
    place: (_client, { operations, settings }) => new AwsPlace(service, operations, settings.passesUnknown),
  };
}

class AwsPlace implements Place {
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #methods = new Map<string, Member>();
  readonly #send: Member = {
    way: { kind: 'route', route: ([command]) => this.#way(commandName(command), SENT, command) },
  };

  /** Of copies as well: what they are resolved for has to read. */
  readonly #stack: Place = {
    member: (key) => {
      if (key === 'resolve') return { way: { kind: 'route', route: ([, context]) => this.#resolved(context) } };
      return key === 'clone' || key === 'concat' ? { way: { kind: 'factory', place: this.#stack } } : undefined;
    },
  };
  readonly #handler: Place = {
    member: (key) =>
      key === 'handle' ? { way: { kind: 'route', route: ([request]) => this.#handled(request) } } : undefined,
  };
  readonly #config: Place = {
    member: (key) => (key === 'requestHandler' ? { place: this.#handler } : undefined),
  };

  constructor(
    private readonly service: AwsService,
    operations: readonly Operation[],
    private readonly passesUnknown: boolean,
  ) {
    this.#operations = new Map(operations.map((operation) => [operation.path, operation]));
  }

  member(key: PropertyKey, value: unknown): Member | undefined {
    if (key === 'send') return this.#send;
    if (key === 'destroy') return { way: { kind: 'close' } };
    if (key === 'middlewareStack') return { place: this.#stack };
    if (key === 'config' || key === 'initConfig') return { place: this.#config };
    if (typeof key !== 'string' || typeof value !== 'function' || key in Object.prototype) return undefined;
    // Pages and waits send reading commands only.
    if (/^(paginate|waitUntil)[A-Z]/.test(key)) return undefined;
    const known = this.#methods.get(key) ?? this.#method(key.charAt(0).toUpperCase() + key.slice(1));
    this.#methods.set(key, known);
    return known;
  }

  #method(command: string): Member {
    return { way: { kind: 'route', route: ([input]) => this.#way(command, CALLED, input) } };
  }

  #resolved(context: unknown): Way | null {
    const command = String(objectOf(context).commandName).replace(/Command$/, '');
    return this.service.reading.test(command) ? null : REFUSING;
  }

  /** A request that was built elsewhere: by a presigner, by a document client, by the prototype's `send`. */
  #handled(request: unknown): Way | null {
    const { method, headers } = objectOf(request);
    const target = Object.entries(objectOf(headers)).find(([name]) => name.toLowerCase() === 'x-amz-target')?.[1];
    const command = String(target).split('.').at(-1) ?? '';
    return /^(GET|HEAD)$/i.test(String(method)) || this.service.reading.test(command) ? null : RAW;
  }

  #way(command: string, style: Style, subject: unknown): Way | null {
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
      isRepeatable: ([subject]) => !Object.values(objectOf(style.input(subject))).some(isStream),
      simulate: (simulation) => this.#simulated(command, isNamed, simulation),
    };
  }

  #simulated(command: string, isNamed: boolean, { payload, actionId }: Simulation): unknown {
    const input = (isNamed ? payload : objectOf(payload.input)) as JsonObject;
    const $metadata = { httpStatusCode: 200, requestId: actionId, attempts: 1, totalRetryDelay: 0 };
    return { $metadata, ...this.service.simulate(command, input, actionId) };
  }
}

const SECRET = new Set(['SSECustomerKey', 'CopySourceSSECustomerKey']);

/** Where a call has its input. */
interface Style {
  input(subject: unknown): unknown;
  output(subject: unknown, input: object): unknown;
}
const SENT: Style = { input: inputOf, output: withInput };
const CALLED: Style = { input: (subject) => subject, output: (_, input) => input };

/** What is read once. */
function isStream(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('pipe' in value || 'getReader' in value);
}
