import { WrapOptionsError } from './errors.js';
import { isMembraneProxy } from './membrane.js';
import { type WrapOptions, wrapSettings } from './options.js';
import { postgres } from './pg/connector.js';
import type { Session } from './session.js';
import type { WrappableConnector } from './wrappable-connector.js';

const CONNECTORS: readonly WrappableConnector[] = [postgres];

/**
 * A client of the same type whose writing calls are asked for, recorded and can be undone. Reads pass untouched.
 * @throws WrapOptionsError for an option out of range, an unknown connector or method path, or a client that is not one
 */
export function wrap<T extends object>(client: T, session: Session, options: WrapOptions): T {
  const connector = CONNECTORS.find((candidate) => candidate.id === options?.connector);
  if (!connector) {
    const known = CONNECTORS.map((candidate) => candidate.id).join(', ');
    throw new WrapOptionsError(`Unknown connector '${String(options?.connector)}'; this SDK wraps ${known}`);
  }
  const settings = wrapSettings(options, connector.operations);
  if (isMembraneProxy(client)) throw new WrapOptionsError('The client is wrapped already');
  if (!connector.recognises(client)) throw new WrapOptionsError(`The client is not ${connector.expects}`);
  if (!session.registry.some((entry) => entry.connector === connector.id)) {
    throw new WrapOptionsError(`The service has no connector '${connector.id}'`);
  }
  return connector.wrap(client, session.gate(settings));
}
