import { bySystem } from '../audit/audit-entry.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Plan } from '../auth/access/principal.js';
import { OrganizationEpochs } from '../auth/organizations/organization-epochs.js';
import { OrganizationPlans } from '../auth/organizations/organization-plans.js';
import type { Database } from '../platform/database/database.js';

/**
 * Sets the plan of the organization of the user with this address, and returns the plan it had; null when there is no
 * such user.
 */
export async function changePlan(database: Database, email: string, plan: Plan): Promise<Plan | null> {
  const [user] = await database.lookup<{ organization_id: string }>('SELECT * FROM user_of_email($1)', [email]);
  if (!user) return null;
  const organizationId = user.organization_id;
  const plans = new OrganizationPlans(new OrganizationEpochs(database), new AuditTrail());
  return database.transaction(organizationId, async (em) => {
    const before = await plans.lock(em, organizationId);
    if (before !== null && before !== plan)
      await plans.change(em, bySystem(organizationId, 'admin command'), before, plan);
    return before;
  });
}
