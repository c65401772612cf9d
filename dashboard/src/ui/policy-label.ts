import type { Schemas } from '../api/wire';
import { commonWords as words } from '../words';

type Policy = Pick<Schemas['Policy'], 'name' | 'apiNamePattern' | 'action'>;

const VERBS: Readonly<Record<Policy['action'], string>> = {
  ALLOW: words.policyLabel.allow,
  REQUIRE_APPROVAL: words.policyLabel.approvalFor,
  BLOCK: words.policyLabel.block,
};

/** Returns the label of a policy: its name, or else its decision and its calls. */
export const policyLabel = ({ name, action, apiNamePattern }: Policy): string =>
  name ?? `${VERBS[action]} ${apiNamePattern}`;
