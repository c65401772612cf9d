import { objectOf } from '../../method-client/one-parameter.js';
import type { Outgoing } from '../../method-client/outgoing.js';
import type { Member, Place, Way } from '../../method-client/place.js';
import { currentRepeats } from '../../method-client/repeats.js';
import type { Parameters } from '../../method-client/signature.js';
import { answer } from '../../wrapping/answer.js';
import { requestSent } from './sent.js';

type Callback = (error: unknown, value?: never) => void;
export type Send = (request: Parameters) => Promise<unknown>;
export type Adapter = (request: Parameters, send: Send) => Promise<unknown>;

/** Adapters that ask before they send. */
const asking = new WeakSet<Adapter>();
/** The contexts of Google clients, by the contexts of their copies. */
const contexts = new WeakMap<object, object>();

/** Returns the settings that the application has made for all calls of a client. */
export function contextOf(target: object): Parameters {
  const context = objectOf(Reflect.get(target, 'context'));
  return objectOf(contexts.get(context) ?? context);
}

/**
 * Returns a client with resources of its own, whose requests are classified when they are sent, whichever method has
 * made them: one of the prototype, or of another resource of the same class. The original client stays unchanged.
 */
export function googleTwin(client: object, outgoing: Outgoing): object {
  const context: unknown = Reflect.get(client, 'context');
  if (typeof context !== 'object' || context === null) return client;
  const twin = Object.create(context, {
    _options: { enumerable: true, get: () => askingOptions(Reflect.get(context, '_options'), outgoing) },
  }) as object;
  contexts.set(twin, context);
  return twinOf(client, context, twin);
}

/** The same adapter: a request that goes through it is not asked for on its way there. */
export function asksFirst(adapter: Adapter): Adapter {
  asking.add(adapter);
  return adapter;
}

function askingOptions(options: unknown, outgoing: Outgoing): Parameters {
  const { adapter: own } = objectOf(options) as { adapter?: Adapter };
  const adapter = asksFirst(async (request, send) =>
    outgoing.send(requestSent(request), () => counted(() => (own ? own(request, send) : send(request)))),
  );
  return { ...objectOf(options), adapter };
}

/** Counts one attempt of a request: the client makes each attempt through the same adapter. */
export function counted(send: () => Promise<unknown>, repeats = currentRepeats()): Promise<unknown> {
  return repeats ? repeats.only(send, (answer) => Number(objectOf(answer).status)) : send();
}

/** Copies of an API and of its resources, which have another context. */
function twinOf(value: object, context: object, twin: object): object {
  const properties = Object.getOwnPropertyDescriptors(value) as Record<string, PropertyDescriptor>;
  for (const descriptor of Object.values(properties)) {
    const member: unknown = descriptor.value;
    if (member === context) descriptor.value = twin;
    else if (objectOf(member).context === context) descriptor.value = twinOf(member as object, context, twin);
  }
  const copy = Object.create(Object.getPrototypeOf(value), properties) as object;
  return Object.isFrozen(value) ? Object.freeze(copy) : copy;
}

/** Governs the objects with which a client sends, as far as they can be reached: `context._options.auth`. */
export function contextPlace(outgoing: Outgoing): Place {
  const sends = (method: string): Way => ({
    kind: 'instead',
    call: (target, _method, args) => {
      const send = (...given: readonly unknown[]): unknown => Reflect.apply(Reflect.get(target, method), target, given);
      const callback = args.find((arg) => typeof arg === 'function') as Callback | undefined;
      const given = args.filter((arg) => typeof arg !== 'function');
      const { adapter } = objectOf(method === 'request' ? given[0] : given[1]);
      if (asking.has(adapter as Adapter)) return send(...args);
      const sent = requestSent(method === 'request' ? objectOf(given[0]) : { ...objectOf(given[1]), url: given[0] });
      return answer(callback ?? null, Promise.resolve(outgoing.send(sent, () => send(...given))));
    },
  });
  const sending: ReadonlyMap<PropertyKey, Member> = new Map([
    ['request', { way: sends('request') }],
    ['requestAsync', { way: sends('request') }],
    ['fetch', { way: sends('fetch') }],
  ]);
  const sender: Place = {
    member: (key) => (key === 'transporter' || key === 'gaxios' ? { place: sender } : sending.get(key)),
  };
  const options: Place = {
    member: (key) => (key === 'auth' ? { place: sender } : key === 'adapter' ? { way: { kind: 'asks' } } : undefined),
  };
  const context: Place = {
    member: (key) => (key === '_options' ? { place: options } : key === 'google' ? { place: context } : undefined),
  };
  return context;
}
