import type { MethodClient } from '../method-client/method-client.js';
import { placeOf, type Run, type Way } from '../method-client/place.js';
import type { Signature } from '../method-client/signature.js';
import type { OperationType } from '../wire.js';
import type { Operation } from '../wrappable-connector.js';

export interface UnverifiedClient extends Pick<MethodClient, 'id' | 'expects' | 'recognises' | 'twinOf'> {
  /** Method paths and what they do; no call of theirs can be undone. */
  readonly operations: Readonly<Record<string, OperationType>>;
  readonly signature: Signature;
  /** Other names of the same method. */
  aliases?(path: string): readonly string[];
  /** Makes a permitted call of the method at that path, where calling it is not enough. */
  run?(client: object, path: string): Run['call'];
  /** Ways round the gate. */
  readonly ways: Readonly<Record<string, Way>>;
}

/** A client for which the service has no connector: its calls are gated and recorded, and nothing undoes them. */
export function unverifiedClient({
  id,
  operations,
  signature,
  aliases,
  run,
  ways,
  ...kind
}: UnverifiedClient): MethodClient {
  const all = Object.entries(operations).map(
    ([path, operationType]): Operation => ({ path, apiName: `${id}.${path}`, operationType }),
  );
  return {
    ...kind,
    id,
    operations: () => all,
    place: (client) => {
      const governed = all.flatMap((operation) => {
        const call = run?.(client, operation.path);
        const permitted: Way = { kind: 'operation', operation, signature };
        const way: Way = call ? { kind: 'route', route: (args) => ({ ...permitted, run: { args, call } }) } : permitted;
        return [operation.path, ...(aliases?.(operation.path) ?? [])].map((path): [string, Way] => [path, way]);
      });
      return placeOf([...governed, ...Object.entries(ways)]);
    },
  };
}
