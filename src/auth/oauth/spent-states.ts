import { type EntityManager, Raw } from 'typeorm';
import { sha256 } from '../../platform/hash.js';
import { SpentStateEntity } from './spent-state.entity.js';

/**
 * A state signs in, or links, once: the cookie is gone after one callback, but a copy of it would not be.
 * @returns false when it was spent before
 */
export async function spendState(em: EntityManager, organizationId: string, state: string): Promise<boolean> {
  await em.delete(SpentStateEntity, {
    organizationId,
    createdAt: Raw((column) => `${column} < now() - interval '1 hour'`),
  });
  const { raw } = await em
    .createQueryBuilder()
    .insert()
    .into(SpentStateEntity)
    .values({ stateHash: sha256(state), organizationId })
    .orIgnore()
    .returning(['stateHash'])
    .execute();
  return raw.length > 0;
}
