import { bySystem } from '../../audit/audit-entry.js';
import { UsageError } from '../archive/arguments.js';
import type { Moving } from './organization-export.js';

/**
 * Opens a held organization again, or deletes it with all that is here of it.
 * @throws UsageError when the organization is not held
 */
export async function endHolding(
  { database, accounts, audit, keys }: Moving,
  how: 'release' | 'remove',
  organizationId: string,
): Promise<void> {
  await database.transaction(organizationId, async (em) => {
    if ((await accounts.stateOf(em, organizationId)) !== 'held') {
      throw new UsageError(`Organization ${organizationId} is not held. Nothing was changed.`);
    }
    if (how === 'remove') {
      await em.query('SELECT forget_customers($1)', [organizationId]);
      await keys.destroy(em, organizationId);
      await accounts.close(em, organizationId);
      return;
    }
    await accounts.release(em, organizationId);
    const target = { type: 'organization', id: organizationId };
    const released = { action: 'organization.released', target, before: null, after: null };
    await audit.record(em, bySystem(organizationId, 'organization'), released);
  });
}
