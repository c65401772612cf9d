import { ApprovedPayloadError } from '../../errors.js';
import type { Signature } from '../../method-client/signature.js';

/** Boxed, so that it is not asked for its value once more. */
export class Answers {
  constructor(readonly last: unknown) {}
}

/** Returns the signature: one call is `{ args: […] }`, several are `{ calls: [{ method, args }] }`. */
export function signatureOf(paths: readonly string[]): Signature {
  const isSingle = paths.length === 1;
  return {
    read: (lists) =>
      isSingle
        ? { args: lists[0] as readonly unknown[] }
        : { calls: lists.map((args, index) => ({ method: paths[index], args })) },
    write: ({ args, calls, ...rest }) => {
      if (isSingle && Array.isArray(args) && calls === undefined && Object.keys(rest).length === 0) return [args];
      const isSame =
        !isSingle &&
        args === undefined &&
        Array.isArray(calls) &&
        calls.length === paths.length &&
        calls.every(({ method, args: own }, index) => method === paths[index] && Array.isArray(own));
      if (isSame) return (calls as { args: unknown[] }[]).map((call) => call.args);
      throw new ApprovedPayloadError(
        isSingle ? 'it is not { args: […] }.' : 'it is not { calls: […] } with the same methods.',
      );
    },
    response: (value) => (value instanceof Answers ? value.last : value),
    simulate: ({ path, actionId }) => ({ simulated: true, path, actionId }),
  };
}
