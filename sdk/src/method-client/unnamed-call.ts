import { ApprovedPayloadError } from '../errors.js';
import type { Operation } from '../wrapping/wrappable-connector.js';
import type { CallRule } from './interceptor.js';
import { isSecretName } from './recording/secret-names.js';
import type { Parameters, Signature } from './signature.js';

/** Describes a call without a name of its own: `{ method, path, body }`. */
export type Describe = (args: readonly unknown[]) => Parameters;

/** A request of such a call. */
export interface UnnamedRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly host?: string;
  readonly body?: unknown;
}

/** Returns `{ method, path, host, body }` without the secrets in the query. */
export function unnamedPayload({ method, path, host, body }: UnnamedRequest): Parameters {
  const address = { method: method.toUpperCase(), path: withoutSecrets(path), ...(host !== undefined && { host }) };
  return body === undefined || body === null ? address : { ...address, body };
}

function withoutSecrets(path: string): string {
  return path.replace(/([?&])([^=&#]+)=[^&#]*/g, (whole, mark, name) =>
    isSecretName(name) || name === 'key' ? `${mark}${name}=[redacted]` : whole,
  );
}

/** The rule of a writing call without a name of its own, where the method is known before it sends. */
export function unnamedCall(
  operation: Operation,
  describe: Describe,
  { simulate, callback }: Pick<Signature, 'simulate' | 'callback'>,
): CallRule & { kind: 'operation' } {
  const signature: Signature = {
    read: describe,
    write: () => {
      throw new ApprovedPayloadError('a call that has no name of its own runs as it was made, or not at all.');
    },
    isSecret: (path) => isSecretName(path.at(-1) ?? ''),
    copies: true,
    simulate,
    ...(callback && { callback }),
  };
  return { kind: 'operation', operation, signature };
}
