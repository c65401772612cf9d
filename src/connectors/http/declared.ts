import type { ConnectorContext, JsonObject } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import { type Allowed, type Declaration, declarationOf, parseDeclarations } from './declaration.js';
import { definitionOf, METHODS, reads } from './operations.js';
import { pathOf } from './provider.js';

/** Finds the operator's declaration of a call. @throws NotCapturable when there is none */
export function declarationFor(
  { apiName, payload }: { readonly apiName: string; readonly payload: JsonObject },
  { credentials }: ConnectorContext,
): Declaration | Allowed {
  const path = pathOf(payload);
  const method = apiName === reads.apiName ? 'GET' : METHODS.find((one) => definitionOf(one).apiName === apiName);
  const found = declarationOf(method ?? '', path, parseDeclarations(credentials.operations));
  if (!found) throw new NotCapturable(`No declaration fits ${apiName} of ${path}.`);
  return found;
}
