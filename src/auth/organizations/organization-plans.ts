import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { By } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Plan } from '../access/principal.js';
import { OrganizationEntity } from './organization.entity.js';
import { OrganizationEpochs } from './organization-epochs.js';

/** Reads and sets the plan of an organization, for billing. */
@Injectable()
export class OrganizationPlans {
  constructor(
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  /** Null when there is no such organization, or it is being erased. */
  async current(em: EntityManager, organizationId: string): Promise<Plan | null> {
    const row = await em.findOneBy(OrganizationEntity, { id: organizationId, deletedAt: IsNull() });
    return row?.plan ?? null;
  }

  /** Locks the organization's row until the transaction ends. Null when there is none, or it is being erased. */
  async lock(em: EntityManager, organizationId: string): Promise<Plan | null> {
    const row = await em.findOne(OrganizationEntity, {
      where: { id: organizationId, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    return row?.plan ?? null;
  }

  /** The last statement of a transaction that holds the row, for the audit comes last; takes effect everywhere within a second. */
  async change(em: EntityManager, by: By, before: Plan, after: Plan): Promise<void> {
    const { organizationId } = by;
    await em.update(OrganizationEntity, { id: organizationId }, { plan: after });
    await this.epochs.raise(em, organizationId);
    await this.audit.record(em, by, {
      action: 'plan.changed',
      target: { type: 'organization', id: organizationId },
      before: { plan: before },
      after: { plan: after },
    });
  }
}
