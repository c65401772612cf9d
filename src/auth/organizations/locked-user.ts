import { type EntityManager, IsNull } from 'typeorm';
import { OrganizationEntity } from './organization.entity.js';
import { UserEntity } from './user.entity.js';

/** The user, held until the transaction ends; null when they, or their organization, are gone. */
export async function lockUser(
  em: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<UserEntity | null> {
  const isOpen = await em.existsBy(OrganizationEntity, { id: organizationId, deletedAt: IsNull() });
  const where = { id: userId, organizationId };
  return isOpen ? em.findOne(UserEntity, { where, lock: { mode: 'for_no_key_update' } }) : null;
}
