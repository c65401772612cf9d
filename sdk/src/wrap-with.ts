import { answersAnyName } from './clients/members.js';
import { objectConnector } from './clients/objects/connector.js';
import { sentenceOfOrm } from './clients/objects/orm.js';
import { isPlainPromise, isThenable } from './clients/objects/values.js';
import { WrapOptionsError } from './errors.js';
import type { Session } from './session.js';
import type { RightConnector } from './wrapping/connector-of.js';
import { isMembraneProxy } from './wrapping/membrane.js';
import { type WrapOptions, wrapSettings } from './wrapping/options.js';
import type { WrappableConnector } from './wrapping/wrappable-connector.js';

/** Options that only the program can know about its own object. */
const OBJECT_OPTIONS = ['operations', 'reads', 'through', 'callbacks'] as const;

/** The function `wrap`, whichever connectors it knows. */
export type Wrap = <T extends object, const C extends string>(
  client: T,
  session: Session,
  options: WrapOptions<C> & RightConnector<T, C>,
) => T;

/**
 * Returns a `wrap` that knows these connectors and objects of your own. A bundle takes along only what is given here.
 * @example const wrap = wrapWith(postgres, stripe);
 */
export function wrapWith(...connectors: readonly WrappableConnector[]): Wrap {
  return (client, session, given) => wrapClient(client, session, given as unknown as WrapOptions, connectors);
}

/** @throws WrapOptionsError */
function wrapClient<T extends object>(
  client: T,
  session: Session,
  options: WrapOptions,
  connectors: readonly WrappableConnector[],
): T {
  checkGiven(client, session, options);
  const connector = connectorFor(client, session, options, connectors);
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
    const given = client === undefined || client === null ? String(client) : `a ${typeof client}`;
    throw new WrapOptionsError(`wrap() needs a client as its first argument, and was given ${given}`);
  }
  if (isPlainPromise(client as object)) {
    throw new WrapOptionsError('wrap() was given a promise of a client: await it first');
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

function connectorFor(
  client: object,
  session: Session,
  options: WrapOptions,
  connectors: readonly WrappableConnector[],
): WrappableConnector {
  const id: unknown = options?.connector;
  if (isMembraneProxy(client)) throw new WrapOptionsError('The client is wrapped already');
  const own = OBJECT_OPTIONS.find((name) => options[name] !== undefined);
  const ofOrm = own === undefined && !answersAnyName(client) ? sentenceOfOrm(client) : null;
  if (ofOrm !== null) throw new WrapOptionsError(ofOrm);
  const isKnown = session.registry.some((entry) => entry.connector === id);
  const connector = connectors.find((candidate) => candidate.id === id);
  if (connector) {
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
  if (isKnown)
    throw new WrapOptionsError(`This wrap() has no connector of the name '${String(id)}'; ${namesOf(connectors)}`);
  const meant = answersAnyName(client) ? undefined : connectors.find((candidate) => candidate.recognises(client));
  if (meant) throw new WrapOptionsError(`The client is ${meant.expects}: its connector is '${meant.id}'`);
  return objectConnector(options);
}

function namesOf(connectors: readonly WrappableConnector[]): string {
  return `it knows ${connectors.map((candidate) => candidate.id).join(', ')}, and objects of your own under other names`;
}
