import type { JsonObject } from '../../json.js';
import { type CallRule, type Interceptor, interceptorOf } from '../../method-client/interceptor.js';
import type { MethodClient } from '../../method-client/method-client.js';
import { UNNAMED } from '../../method-client/outgoing.js';
import type { Parameters, Signature } from '../../method-client/signature.js';
import { isUniversal } from '../members.js';
import { clientProxy } from './client-proxy.js';

/** Methods that take the id of an object first, and those that take two. */
const WITHOUT_ID = /(^|\.)create$/;
const SECOND_ID: Readonly<Record<string, string>> = { 'customers.deleteSource': 'source' };
/** Options that change how a request is sent, and not its effect. */
const HARMLESS_OPTIONS = new Set(['idempotencyKey', 'timeout', 'maxNetworkRetries']);

/** Governs a client that does not send as this package's clients do since version 12. */
const NO_SENDER: Interceptor = {
  member: (key, value) => (typeof value === 'function' && !isUniversal(key, value) ? { rule: OLD } : undefined),
  inner: () => NO_SENDER,
};
const OLD: CallRule = {
  kind: 'refuse',
  reason: 'Of this version of stripe only the operations of the registry can be governed; use version 12 or later.',
  rejects: true,
};

/** `Stripe` of the package `stripe`. */
export const stripe: MethodClient = {
  id: 'stripe',
  expects: 'a Stripe of stripe',
  recognises: (client) => 'rawRequest' in client && 'customers' in client && 'paymentIntents' in client,
  sending: (client, outgoing, { operations }) => clientProxy(client, outgoing, operations),
  interceptor: (client, { operations }) => {
    const named = operations.filter(({ path }) => path !== UNNAMED);
    const rules = named.map((operation): [string, CallRule] => [
      operation.path,
      { kind: 'operation', operation, signature: signatureOf(operation.path) },
    ]);
    const others = '_requestSender' in client ? undefined : NO_SENDER;
    const derives: CallRule = {
      kind: 'factory',
      get interceptor() {
        return interceptor;
      },
    };
    const interceptor: Interceptor = interceptorOf([...rules, ['withStripeContext', derives]], others);
    return interceptor;
  },
};

/** `(id?, secondId?, params?, options?)` as `{ id, ...params }`, with the options that matter as `$options`. */
function signatureOf(path: string): Signature {
  const ids = WITHOUT_ID.test(path) && path !== 'transfers.createReversal' ? [] : ['id'];
  const second = SECOND_ID[path];
  if (path === 'customers.createSource' || path === 'transfers.createReversal') ids.splice(0, ids.length, 'id');
  if (second) ids.push(second);
  const paramsAt = ids.length;
  return {
    read: (args) => {
      const own = ids.map((name, index): [string, unknown] => [name, args[index]]);
      const options = Object.entries(objectAt(args, paramsAt + 1)).filter(([name]) => !HARMLESS_OPTIONS.has(name));
      return {
        ...objectAt(args, paramsAt),
        ...Object.fromEntries(own),
        ...(options.length > 0 && { $options: Object.fromEntries(options) }),
      };
    },
    write: (edited, args) => {
      const { $options, ...members } = edited;
      const params = Object.fromEntries(Object.entries(members).filter(([name]) => !ids.includes(name)));
      const harmless = Object.entries(objectAt(args, paramsAt + 1)).filter(([name]) => HARMLESS_OPTIONS.has(name));
      return [...ids.map((name) => edited[name]), params, { ...Object.fromEntries(harmless), ...Object($options) }];
    },
    copies: true,
    isSecret: ([first, second]) => first === '$options' && second === 'apiKey',
    keyed: (args, key) => {
      const options = objectAt(args, paramsAt + 1);
      if (options.idempotencyKey !== undefined) return args;
      return [...Array.from({ length: paramsAt + 1 }, (_, index) => args[index]), { ...options, idempotencyKey: key }];
    },
    simulate: ({ payload, actionId }) => answerOf(path, payload, actionId),
  };
}

function objectAt(args: readonly unknown[], index: number): Parameters {
  const value = args[index];
  return typeof value === 'object' && value !== null ? (value as Parameters) : {};
}

/** `paymentIntents.create` answers a `payment_intent`, `checkout.sessions.create` a `checkout.session`. */
function answerOf(path: string, { $options: _, ...payload }: JsonObject, actionId: string): JsonObject {
  const [verb = '', ...names] = path.split('.').reverse();
  const object = names
    .reverse()
    .map((name, index) => (index === names.length - 1 ? name.replace(/ies$/, 'y').replace(/s$/, '') : name))
    .join('.')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const id = payload.id ?? `${object.replace(/\W/g, '_')}_simulated_${actionId}`;
  return { ...payload, id, object, livemode: false, ...(/^del/.test(verb) && { deleted: true }) };
}
