import type { FieldChange, JsonObject } from '../connector.js';
import { recordOf } from './items.js';
import { isReversible, NotCapturable, type ResourceOperation, type ResourceProvider } from './resource.js';
import { compare } from './undo/three-way.js';

/** Describes the changes by the call field by field, from payload and snapshot alone. Null when they are unknown. */
export function describeChange<C>(
  provider: ResourceProvider<C>,
  { apiName, payload }: { apiName: string; payload: JsonObject },
  snapshot: JsonObject,
): FieldChange[] | null {
  const operation = provider.operations.find((one) => one.apiName === apiName);
  if (!isReversible(operation)) return null;
  const record = recordOf(operation, { apiName, payload, response: undefined, snapshot });
  if (!record.possible) return newFields(operation, payload);
  const many = record.items.length > 1;
  return record.items.flatMap(({ address, before, after }) =>
    compare(before?.fields ?? null, after, null).map((one) => ({
      field: many ? `${operation.kind.label(address)} ${one.field}` : one.field,
      before: one.before,
      after: one.after,
    })),
  );
}

/** The fields, by the payload, of a resource that the call makes. */
function newFields<C>({ sets }: ResourceOperation<C>, payload: JsonObject): FieldChange[] | null {
  try {
    const fields = Object.entries(sets?.(payload, null, null) ?? {}).filter(([, after]) => after !== null);
    return sets ? fields.map(([field, after]) => ({ field, before: null, after })) : null;
  } catch (error) {
    if (error instanceof NotCapturable) return null;
    throw error;
  }
}
