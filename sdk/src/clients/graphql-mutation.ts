import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { parse } from 'graphql/language/parser.js';

/** Tells whether a GraphQL document may change something: it holds a mutation, or cannot be parsed. */
export function mayMutate(document: unknown): boolean {
  const parsed = parsedOf(document);
  return parsed === null || mutationsOf(parsed).length > 0;
}

/** Returns the fields that the mutations of a document call, by the provider's names, in their order. */
export function mutationFields(document: unknown): readonly string[] {
  const parsed = parsedOf(document);
  if (parsed === null) return [];
  return mutationsOf(parsed).flatMap(({ selectionSet }) =>
    selectionSet.selections.map((selection) => (selection.kind === 'Field' ? selection.name.value : '')),
  );
}

function mutationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === 'OperationDefinition' && definition.operation === 'mutation',
  );
}

function parsedOf(document: unknown): DocumentNode | null {
  try {
    return typeof document === 'string' ? parse(document, { noLocation: true }) : null;
  } catch {
    return null;
  }
}
