import { Ajv, type ValidateFunction } from 'ajv';
import { NotCapturable, type ResourceOperation } from './resource.js';

const ajv = new Ajv({ strict: false, allErrors: true });

/** A payload outside its schema is not captured: nothing restores what an argument does that the schema does not name. */
export function strictly<C>(operation: ResourceOperation<C>): ResourceOperation<C> {
  // Compiled when it is first needed: a process sees few of the operations there are.
  let isWithin: ValidateFunction | undefined;
  return {
    ...operation,
    addresses: (payload, response) => {
      isWithin ??= ajv.compile(operation.payloadSchema);
      if (!isWithin(payload)) throw new NotCapturable(problemOf(isWithin));
      return operation.addresses(payload, response);
    },
  };
}

/** An address is never a step up the path, of which URLs know no other meaning. */
export function withinPath<C>(operation: ResourceOperation<C>): ResourceOperation<C> {
  return {
    ...operation,
    addresses: (payload, response) => {
      const addresses = operation.addresses(payload, response);
      const steps = addresses?.flatMap((address) => Object.values(address)).flatMap((one) => String(one).split('/'));
      if (steps?.some((step) => step === '.' || step === '..')) throw new NotCapturable('the payload steps up a path');
      return addresses;
    },
  };
}

function problemOf({ errors }: ValidateFunction): string {
  const unknown = (errors ?? []).flatMap(({ params }) => params.additionalProperty ?? []);
  if (unknown.length > 0) return `what ${[...new Set(unknown)].join(', ')} does is not undone`;
  const { instancePath = '', message = '' } = errors?.[0] ?? {};
  return `the payload is not one that is known: ${[instancePath, message].join(' ').trim()}`;
}
