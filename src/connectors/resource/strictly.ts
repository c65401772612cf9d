import { Ajv, type ValidateFunction } from 'ajv';
import { isOneSegment, leavesPath } from './requests/url-path.js';
import { NotCapturable, type ResourceOperation } from './resource.js';

const ajv = new Ajv({ strict: false, allErrors: true });

/**
 * A payload outside its schema is not captured, because no undo restores the effect of an argument that the schema does
 * not name.
 */
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

/**
 * Checks that each value which a client puts into the path of a URL is one segment of it, or, for these members, has no
 * step up.
 */
export function withinPath<C>(operation: ResourceOperation<C>, paths: readonly string[] = []): ResourceOperation<C> {
  return {
    ...operation,
    addresses: (payload, response) => {
      const addresses = operation.addresses(payload, response);
      const leaving = [...(addresses ?? []), operation.within?.(payload) ?? {}]
        .flatMap((address) => Object.entries(address))
        .find(([name, value]) => (paths.includes(name) ? leavesPath(value) : !isOneSegment(encodeURIComponent(value))));
      if (leaving)
        throw new NotCapturable(
          `${leaving[0]} is empty, steps up a path, or holds control characters or what separates parts of a URL`,
        );
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
