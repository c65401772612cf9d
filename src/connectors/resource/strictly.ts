import { Ajv, type ValidateFunction } from 'ajv';
import { NotCapturable, type ResourceOperation } from './resource.js';

const ajv = new Ajv({ strict: false });

/**
 * A payload outside its schema is not captured: an argument that nobody knows is one that nothing restores.
 * An address is never a step up the path, of which URLs know no other meaning.
 */
export function strictly<C>(operation: ResourceOperation<C>): ResourceOperation<C> {
  // Compiled when it is first needed: a process sees few of the operations there are.
  let isWithin: ValidateFunction | undefined;
  return {
    ...operation,
    addresses: (payload, response) => {
      isWithin ??= ajv.compile(operation.payloadSchema);
      if (!isWithin(payload)) throw new NotCapturable(`the payload is not one that is known: ${problemOf(isWithin)}`);
      const addresses = operation.addresses(payload, response);
      const steps = addresses?.flatMap((address) => Object.values(address)).flatMap((one) => String(one).split('/'));
      if (steps?.some((step) => step === '.' || step === '..')) throw new NotCapturable('the payload steps up a path');
      return addresses;
    },
  };
}

function problemOf({ errors }: ValidateFunction): string {
  const { instancePath = '', message = '', params = {} } = errors?.[0] ?? {};
  return [instancePath, message, params.additionalProperty ?? ''].join(' ').trim();
}
