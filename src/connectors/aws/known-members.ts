import { Ajv, type ValidateFunction } from 'ajv';
import {
  type IrreversibleOperation,
  isReversible,
  NotCapturable,
  type ResourceOperation,
} from '../resource/resource.js';

const ajv = new Ajv({ strict: false, allErrors: true });

/**
 * Only members that the schema of an operation names, at any depth, are known to be undone with the call. What is wrong
 * with the known ones is told by what reads them.
 */
export function knownMembers<O extends ResourceOperation<never> | IrreversibleOperation>(operation: O): O {
  if (!isReversible(operation)) return operation;
  // Compiled when it is first needed: a process sees few of the operations there are.
  let isWithin: ValidateFunction | undefined;
  const { addresses } = operation;
  return {
    ...operation,
    addresses: (payload, response) => {
      isWithin ??= ajv.compile(operation.payloadSchema);
      isWithin(payload);
      const unknown = (isWithin.errors ?? []).flatMap(({ params }) => params.additionalProperty ?? []);
      if (unknown.length > 0) throw new NotCapturable(`what ${[...new Set(unknown)].join(', ')} does is not undone`);
      return addresses(payload, response);
    },
  };
}
