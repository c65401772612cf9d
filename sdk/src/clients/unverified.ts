import { type CallRule, type Interceptor, interceptorOf } from '../method-client/interceptor.js';
import type { MethodClient } from '../method-client/method-client.js';
import type { Signature } from '../method-client/signature.js';
import type { OperationType } from '../wire/wire.js';
import type { Operation, WrapContext } from '../wrapping/wrappable-connector.js';

export interface UnverifiedClient
  extends Pick<MethodClient, 'id' | 'expects' | 'recognises' | 'sending' | 'hasUnnamed'> {
  /** Method paths with their operation types; their calls cannot be undone. */
  readonly operations: Readonly<Record<string, OperationType>>;
  readonly signature: Signature;
  /** Other names of the same method. */
  aliases?(path: string): readonly string[];
  /** Ways round the gate. */
  readonly rules?: Readonly<Record<string, CallRule>>;
  /** Returns the interceptor of members that have no name of their own among the operations. */
  other?(context: WrapContext): Interceptor;
}

/** A client for which the service has no connector: its calls are gated and recorded, and nothing undoes them. */
export function unverifiedClient({
  id,
  operations,
  signature,
  aliases,
  rules = {},
  other,
  ...kind
}: UnverifiedClient): MethodClient {
  const all = Object.entries(operations).map(
    ([path, operationType]): Operation => ({ path, apiName: `${id}.${path}`, operationType }),
  );
  return {
    ...kind,
    id,
    operations: () => all,
    interceptor: (_client, context) => {
      const governed = all.flatMap((operation) => {
        const rule: CallRule = { kind: 'operation', operation, signature };
        return [operation.path, ...(aliases?.(operation.path) ?? [])].map((path): [string, CallRule] => [path, rule]);
      });
      return interceptorOf([...governed, ...Object.entries(rules)], other?.(context));
    },
  };
}
