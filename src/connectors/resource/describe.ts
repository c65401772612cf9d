import type { FieldChange, JsonObject } from '../connector.js';
import { recordOf } from './items.js';
import { isReversible, type ResourceProvider } from './resource.js';
import { compare } from './undo/three-way.js';

/** What the call would change, field by field, from payload and snapshot alone. Null: it cannot be told. */
export function describeChange<C>(
  provider: ResourceProvider<C>,
  { apiName, payload }: { apiName: string; payload: JsonObject },
  snapshot: JsonObject,
): FieldChange[] | null {
  const operation = provider.operations.find((one) => one.apiName === apiName);
  if (!isReversible(operation)) return null;
  const record = recordOf(operation, { apiName, payload, response: undefined, snapshot });
  if (!record.possible) {
    const sets = operation.sets?.(payload, null, null);
    return sets
      ? Object.entries(sets)
          .filter(([, after]) => after !== null)
          .map(([field, after]) => ({ field, before: null, after }))
      : null;
  }
  const many = record.items.length > 1;
  return record.items.flatMap(({ address, before, after }) =>
    compare(before?.fields ?? null, after, null).map((one) => ({
      field: many ? `${operation.kind.shown(address)} ${one.field}` : one.field,
      before: one.before,
      after: one.after,
    })),
  );
}
