import type { Schemas } from '../api/wire';

type Policy = Pick<Schemas['Policy'], 'name' | 'apiNamePattern' | 'action'>;

const VERBS: Readonly<Record<Policy['action'], string>> = {
  ALLOW: 'Allow',
  REQUIRE_APPROVAL: 'Approval for',
  BLOCK: 'Block',
};

/** Returns the label of a policy: its name, or else its decision and its calls. */
export const policyLabel = ({ name, action, apiNamePattern }: Policy): string =>
  name ?? `${VERBS[action]} ${apiNamePattern}`;
