import { dynamodb } from './clients/aws/dynamodb.js';
import { s3 } from './clients/aws/s3.js';
import { github } from './clients/github/github.js';
import { gcal, gdrive, gmail } from './clients/google/google.js';
import { hubspot } from './clients/hubspot/hubspot.js';
import { linear } from './clients/linear.js';
import { notion } from './clients/notion.js';
import { redis } from './clients/redis/redis.js';
import { slack } from './clients/slack/slack.js';
import { stripe } from './clients/stripe/stripe.js';
import { WrapOptionsError } from './errors.js';
import { methodConnector } from './method-client/method-client.js';
import { mysql } from './mysql/connector.js';
import { objectConnector } from './objects/connector.js';
import { isThenable } from './objects/values.js';
import { postgres } from './pg/connector.js';
import type { Session } from './session.js';
import { isMembraneProxy } from './wrapping/membrane.js';
import { type WrapOptions, wrapSettings } from './wrapping/options.js';
import type { WrappableConnector } from './wrapping/wrappable-connector.js';

const METHOD_CLIENTS = [
  stripe,
  github,
  slack,
  gmail,
  gcal,
  gdrive,
  s3,
  dynamodb,
  redis,
  mysql,
  notion,
  hubspot,
  linear,
];
/** Options that only the program can know about its own object. */
const OBJECT_OPTIONS = ['operations', 'reads', 'through', 'callbacks'] as const;
const CONNECTORS: readonly WrappableConnector[] = [postgres, ...METHOD_CLIENTS.map(methodConnector)];

/**
 * Returns a client of the same type whose writing calls are asked for, recorded and can be undone. Reads pass
 * unchanged.
 * @throws WrapOptionsError for an option out of range, an unknown connector or method path, or a client that is not one
 */
export function wrap<T extends object, const C extends string>(client: T, session: Session, given: WrapOptions<C>): T {
  const options = given as unknown as WrapOptions;
  checkGiven(client, session, options);
  const connector = connectorFor(client, session, options);
  const known = session.registry.filter(
    ({ connector: id, operationType }) => id === connector.id && operationType !== 'READ',
  );
  const operations = connector.operations(known, client, options);
  const paths = operations.map(({ path }) => path);
  const settings = wrapSettings(options, paths, {
    byMethods: connector.byMethods,
    isOpen: connector.isOpen === true,
  });
  return connector.wrap(client, session.gate(settings), { operations, settings });
}

/** The first mistakes that a program in JavaScript makes. */
function checkGiven(client: unknown, session: unknown, options: unknown): void {
  const isObject = (value: unknown) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isObject(client)) {
    throw new WrapOptionsError(`wrap() needs a client as its first argument, and was given ${String(client)}`);
  }
  if (isThenable(session)) {
    throw new WrapOptionsError('wrap() was given a promise of a session: await backstop.createSession(…) first');
  }
  if (!isObject(session) || typeof (session as { gate?: unknown }).gate !== 'function') {
    throw new WrapOptionsError('wrap() needs a session of backstop.createSession(…) as its second argument');
  }
  if (!isObject(options) || typeof (options as { connector?: unknown }).connector !== 'string') {
    throw new WrapOptionsError("wrap() needs options as its third argument, for example { connector: 'postgres' }");
  }
}

function connectorFor(client: object, session: Session, options: WrapOptions): WrappableConnector {
  const id: unknown = options?.connector;
  if (isMembraneProxy(client)) throw new WrapOptionsError('The client is wrapped already');
  const isKnown = session.registry.some((entry) => entry.connector === id);
  const connector = CONNECTORS.find((candidate) => candidate.id === id);
  if (connector) {
    const own = OBJECT_OPTIONS.find((name) => options[name] !== undefined);
    if (own !== undefined) {
      throw new WrapOptionsError(`${own} is for objects of no known kind; '${connector.id}' is known`);
    }
    if (!connector.recognises(client)) {
      const hint = typeof client === 'function' ? '; it is a function or a class: give what `new` makes of it' : '';
      throw new WrapOptionsError(`The client is not ${connector.expects}${hint}`);
    }
    if (!isKnown && connector.needsRegistry)
      throw new WrapOptionsError(`The service has no connector '${connector.id}'`);
    return connector;
  }
  if (isKnown) throw new WrapOptionsError(`This SDK has no client of '${String(id)}'; ${namesOfClients()}`);
  const meant = answersAnyName(client) ? undefined : CONNECTORS.find((candidate) => candidate.recognises(client));
  if (meant) throw new WrapOptionsError(`The client is ${meant.expects}: its connector is '${meant.id}'`);
  return objectConnector(options);
}

/** A proxy that has a member of every name looks like every client. */
function answersAnyName(client: object): boolean {
  return Reflect.get(client, '__noMemberOfAnyClient') !== undefined;
}

function namesOfClients(): string {
  return `it knows ${CONNECTORS.map((candidate) => candidate.id).join(', ')}, and objects of your own under other names`;
}
