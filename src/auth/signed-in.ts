import { toUserView } from './organizations/member.js';
import type { OrganizationEntity } from './organizations/organization.entity.js';
import type { UserEntity } from './organizations/user.entity.js';
import type { Tokens } from './tokens.js';

type User = Pick<UserEntity, 'id' | 'organizationId' | 'email' | 'name' | 'emailVerifiedAt' | 'tokenVersion'>;

/** The answer of every sign-in: `{ token, user, organization }` (docs/contract.md, "Auth"). */
export const signedIn = (
  tokens: Tokens,
  user: User,
  { id, name, plan }: Pick<OrganizationEntity, 'id' | 'name' | 'plan'>,
  signedInAtSeconds?: number,
) => ({
  token: tokens.forUser(user, signedInAtSeconds),
  user: toUserView(user),
  organization: { id, name, plan },
});
