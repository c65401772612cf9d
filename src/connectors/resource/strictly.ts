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

/** What a client puts into the path of a URL is never a step up, of which URL parsers know no other meaning. */
export function withinPath<C>(operation: ResourceOperation<C>): ResourceOperation<C> {
  return {
    ...operation,
    addresses: (payload, response) => {
      const addresses = operation.addresses(payload, response);
      if (addresses?.flatMap((address) => Object.values(address)).some(leavesPath))
        throw new NotCapturable('an argument is empty, steps up a path or holds control characters');
      return addresses;
    },
  };
}

const leavesPath = (value: unknown) =>
  value === '' || (typeof value === 'string' && (/\p{Cc}/u.test(value) || value.split(/[/\\]/).some(isStep)));

const isStep = (step: string) => /^(\.|%2e){1,2}$/i.test(step);

function problemOf({ errors }: ValidateFunction): string {
  const unknown = (errors ?? []).flatMap(({ params }) => params.additionalProperty ?? []);
  if (unknown.length > 0) return `what ${[...new Set(unknown)].join(', ')} does is not undone`;
  const { instancePath = '', message = '' } = errors?.[0] ?? {};
  return `the payload is not one that is known: ${[instancePath, message].join(' ').trim()}`;
}
