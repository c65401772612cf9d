import type { OperationDefinition, OperationType } from '../connector.js';
import { objectSchema, reading } from '../resource/define.js';
import type { Declaration } from './declaration.js';

export const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

const TYPES: Record<Declaration['method'], OperationType> = {
  POST: 'CREATE',
  PUT: 'UPDATE',
  PATCH: 'UPDATE',
  DELETE: 'DELETE',
};

const path = { type: 'string', pattern: '^/', description: 'Below the base URL, without a query.' };

/** A read that the operator has declared. */
export const reads = reading(
  'http.requests.get',
  objectSchema(['path'], {
    path,
    query: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  }),
  'What the operator has declared as a GET.',
);

/** The registry is the same for all organizations: it does not contain an operator's declarations, so it states the worst case. */
export function definitionOf(method: Declaration['method']): OperationDefinition {
  const verb = method.toLowerCase();
  return {
    apiName: `http.requests.${verb}`,
    resource: 'requests',
    verb,
    operationType: TYPES[method],
    reversibility: 'none',
    inverse: null,
    precapture: 'required',
    payloadSchema: objectSchema(['path'], {
      path,
      body: { description: 'JSON.' },
    }),
    notes: 'Undone where the operator has declared how; the precapture says when there is no declaration.',
    driftSignal: 'the captured fields, and the ETag where it was declared',
  };
}
