import type { Gate } from '../../asking/gate.js';
import { WrapOptionsError } from '../../errors.js';
import { markWrapped } from '../../wrapping/membrane.js';
import type { WrapOptions } from '../../wrapping/options.js';
import type { Operation, WrapContext, WrappableConnector } from '../../wrapping/wrappable-connector.js';
import { methodPaths } from '../members.js';
import { ObjectCalls } from './calls.js';
import { rulesOf } from './rules.js';

/**
 * Governs objects and functions of no known kind. It fails closed: every call is an operation of type EXECUTE with its
 * arguments as `{ args: […] }`, unless the options give another type, or say that it only reads.
 * @throws WrapOptionsError
 */
export function objectConnector(options: WrapOptions): WrappableConnector {
  const { connector } = options;
  if (typeof connector !== 'string' || !/^[A-Za-z][\w-]*$/.test(connector)) {
    throw new WrapOptionsError('connector must be a name of letters, digits, - and _');
  }
  const rules = rulesOf(options);
  const operationAt = (path: string): Operation => ({
    path,
    apiName: `${connector}.${path}`,
    operationType: rules.types.get(path) ?? 'EXECUTE',
  });
  return {
    id: connector,
    expects: 'an object with methods',
    byMethods: true,
    needsRegistry: false,
    isOpen: true,
    recognises: (client) => (typeof client === 'object' && client !== null) || typeof client === 'function',
    operations: (_known, client) => {
      // Accessors are not run; methods that the options name are known as well.
      const paths = new Set([...methodPaths(client), ...rules.types.keys()]);
      if (typeof client === 'function') paths.add('call');
      return [...paths].filter((path) => !rules.isRead(path) && !rules.isThrough(path)).map(operationAt);
    },
    wrap: <T extends object>(client: T, gate: Gate, { settings }: WrapContext) =>
      markWrapped(new ObjectCalls(gate, settings, connector, rules, client).view) as T,
  };
}
