import type { Schemas } from '../api/wire';

type Policy = Pick<Schemas['Policy'], 'name' | 'apiNamePattern' | 'action'>;

const VERBS: Readonly<Record<Policy['action'], string>> = {
  ALLOW: 'Allow',
  REQUIRE_APPROVAL: 'Approval for',
  BLOCK: 'Block',
};

/** What people call a policy: its name, else what it does to which calls. */
export const policyLabel = ({ name, action, apiNamePattern }: Policy): string =>
  name ?? `${VERBS[action]} ${apiNamePattern}`;
