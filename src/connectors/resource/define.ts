import type { OperationDefinition, OperationType } from '../connector.js';
import type { IrreversibleOperation, ResourceOperation } from './resource.js';

type Named = Pick<OperationDefinition, 'resource' | 'verb'>;
type Defaults = 'resource' | 'verb' | 'reversibility' | 'precapture';
/** The conditional type distributes over the members of a union. */
type WithoutDefaults<T> = T extends unknown ? Omit<T, Defaults> : never;

/** An operation that is undone, exactly unless it states otherwise; its name holds resource and verb. */
export function reversible<C>(
  operation: WithoutDefaults<ResourceOperation<C>> & Partial<Pick<ResourceOperation<C>, 'reversibility'>>,
): ResourceOperation<C> {
  return { ...named(operation.apiName), reversibility: 'exact', precapture: 'required', ...operation };
}

/** An operation that is known by name, so that policies can name it. @param notes why nothing undoes it, for operators */
export function irreversible(
  apiName: string,
  operationType: OperationType,
  notes: string,
  payloadSchema: object = { type: 'object' },
): IrreversibleOperation {
  const never = { reversibility: 'none', inverse: null, precapture: 'none' } as const;
  return { apiName, ...named(apiName), operationType, ...never, payloadSchema, notes };
}

/** An operation that changes nothing, so that there is nothing to undo. */
export function reading(apiName: string, payloadSchema: object, notes: string | null = null): IrreversibleOperation {
  return { ...irreversible(apiName, 'READ', '', payloadSchema), notes };
}

/** JSON Schema of a payload that has these members and no others. */
export function objectSchema(required: readonly string[], properties: object): object {
  return { type: 'object', required, additionalProperties: false, properties };
}

function named(apiName: string): Named {
  const [, ...rest] = apiName.split('.');
  return { resource: rest.slice(0, -1).join('.'), verb: rest.at(-1) ?? '' };
}
