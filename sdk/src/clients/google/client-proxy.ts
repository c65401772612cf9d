import { objectOf } from '../../method-client/one-parameter.js';
import type { Outgoing } from '../../method-client/outgoing.js';
import { currentRepeats } from '../../method-client/repeats.js';
import type { Parameters } from '../../method-client/signature.js';
import { requestSent } from './sent.js';

export type Send = (request: Parameters) => Promise<unknown>;
export type Adapter = (request: Parameters, send: Send) => Promise<unknown>;

/** The contexts of Google clients, by the contexts of their copies. */
const contexts = new WeakMap<object, object>();

/** Returns the settings that the application has made for all calls of a client. */
export function contextOf(target: object): Parameters {
  const context = objectOf(Reflect.get(target, 'context'));
  return objectOf(contexts.get(context) ?? context);
}

/**
 * Returns a client with resources of its own, whose requests are classified when they are sent, whichever method has
 * made them. The original client stays unchanged.
 */
export function clientProxy(client: object, outgoing: Outgoing): object {
  const context: unknown = Reflect.get(client, 'context');
  if (typeof context !== 'object' || context === null) return client;
  const proxy = Object.create(context, {
    _options: { enumerable: true, get: () => askingOptions(Reflect.get(context, '_options'), outgoing) },
  }) as object;
  contexts.set(proxy, context);
  return proxyOf(client, context, proxy);
}

function askingOptions(options: unknown, outgoing: Outgoing): Parameters {
  const { adapter: own } = objectOf(options) as { adapter?: Adapter };
  const adapter: Adapter = async (request, send) =>
    outgoing.send(requestSent(request), () => counted(() => (own ? own(request, send) : send(request))));
  return { ...objectOf(options), adapter };
}

/** Counts one attempt of a request: the client makes each attempt through the same adapter. */
export function counted(send: () => Promise<unknown>, repeats = currentRepeats()): Promise<unknown> {
  return repeats ? repeats.only(send, (answer) => Number(objectOf(answer).status)) : send();
}

/** Copies of an API and of its resources, which have another context. */
function proxyOf(value: object, context: object, proxy: object): object {
  const properties = Object.getOwnPropertyDescriptors(value) as Record<string, PropertyDescriptor>;
  for (const descriptor of Object.values(properties)) {
    const member: unknown = descriptor.value;
    if (member === context) descriptor.value = proxy;
    else if (objectOf(member).context === context) descriptor.value = proxyOf(member as object, context, proxy);
  }
  const copy = Object.create(Object.getPrototypeOf(value), properties) as object;
  return Object.isFrozen(value) ? Object.freeze(copy) : copy;
}
