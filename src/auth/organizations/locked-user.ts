import type { EntityManager } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** The user, held until the transaction ends; null when they, or their organization, are gone. */
export async function lockUser(
  em: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<UserEntity | null> {
  const [organization] = await em.query('SELECT FROM organizations WHERE id = $1 AND deleted_at IS NULL', [
    organizationId,
  ]);
  const where = { id: userId, organizationId };
  return organization ? em.findOne(UserEntity, { where, lock: { mode: 'for_no_key_update' } }) : null;
}
