import { objectOf } from '../../method-client/one-parameter.js';
import type { Outgoing } from '../../method-client/outgoing.js';
import type { Operation } from '../../wrapping/wrappable-connector.js';
import { countSending } from './repeats.js';
import { StripeRoutes } from './routes.js';

type Callback = (error: unknown, answer?: unknown) => void;
type Send = (...args: unknown[]) => void;
interface Sender {
  _request: Send;
}

interface StripeProxy {
  readonly _requestSender?: Sender;
  getApiField(name: string): unknown;
  /** Makes another Stripe. */
  withStripeContext(...args: unknown[]): object;
}

/** The positions of the options and of the callback among the arguments of a Stripe sender. */
const [OPTIONS, CALLBACK] = [5, 7];

/** A Stripe with resources of its own that send through `outgoing`; the client it is made of keeps its own. */
export function clientProxy(client: object, outgoing: Outgoing, operations: readonly Operation[]): object {
  const routes = new StripeRoutes(client, operations);
  const proxy = proxyOf(client, client, new Map()) as StripeProxy;
  const sender = proxy._requestSender;
  if (!sender) return client;
  const request = sender._request;
  sender._request = (...args) => {
    const [method, host, path, body] = args;
    const callback = args[CALLBACK] as Callback;
    const sending = () =>
      new Promise<unknown>((resolve, reject) => {
        const answered: Callback = (error, answer) => (error ? reject(error) : resolve(answer));
        Reflect.apply(request, sender, args.with(CALLBACK, answered));
      });
    const sent = {
      method: String(method).toUpperCase(),
      path: String(path),
      host: String(host ?? proxy.getApiField('host')),
      body,
      headers: objectOf(args[OPTIONS]).headers,
      named: routes.find(String(method).toUpperCase(), String(path), body),
      simulate: (_: unknown, actionId: string) => ({ id: `simulated_${actionId}`, livemode: false }),
    };
    // The client's processing of an answer is not part of sending.
    Promise.resolve(outgoing.send(sent, sending)).then(
      (answer) => callback(null, answer),
      (error: unknown) => callback(error),
    );
  };
  countSending(proxy);
  const derive = proxy.withStripeContext;
  const withStripeContext = (...args: unknown[]) =>
    clientProxy(Reflect.apply(derive, client, args), outgoing, operations);
  if ('withStripeContext' in client) Object.defineProperty(proxy, 'withStripeContext', { value: withStripeContext });
  return proxy;
}

/** Copies of the client and of all that refers to it, which refer to each other. */
function proxyOf(value: object, root: object, proxies: Map<object, object>): object {
  const known = proxies.get(value);
  if (known) return known;
  const properties = Object.getOwnPropertyDescriptors(value);
  const proxy = Object.create(Object.getPrototypeOf(value), properties) as object;
  proxies.set(value, proxy);
  for (const [name, descriptor] of Object.entries(properties)) {
    const member: unknown = descriptor.value;
    if (typeof member !== 'object' || member === null || !descriptor.writable) continue;
    if (member === root || refersTo(member, root)) {
      Object.defineProperty(proxy, name, { ...descriptor, value: proxyOf(member, root, proxies) });
    }
  }
  return proxy;
}

function refersTo(value: object, root: object): boolean {
  return ['_stripe', 'stripe'].some((name) => Reflect.getOwnPropertyDescriptor(value, name)?.value === root);
}
