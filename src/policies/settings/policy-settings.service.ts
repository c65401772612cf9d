import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { Database } from '../../platform/database/database.js';
import type { PolicyAction } from '../policy.js';
import type { PolicySettingsDto } from './policy-settings.dto.js';
import { PolicySettingsEntity } from './policy-settings.entity.js';

/** Reads and changes the verdict on calls that no policy matches (docs/contract.md, "Policies"). */
@Injectable()
export class PolicySettingsService {
  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    private readonly audit: AuditTrail,
  ) {}

  read({ organizationId }: Principal) {
    return this.database.transaction(organizationId, (em) => policySettingsOf(em, organizationId));
  }

  /** A change raises the epoch, so every process judges by it within a second. */
  change(caller: Principal, { unmatched }: PolicySettingsDto) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      await this.epochs.raise(em, organizationId);
      await this.audit.record(em, caller, ...(await this.set(em, organizationId, unmatched)));
      return { unmatched };
    });
  }

  /** Part of a transaction that has raised the epoch. @returns the change, for the audit; none when it was so before */
  async set(em: EntityManager, organizationId: string, unmatched: PolicyAction): Promise<Change[]> {
    const before = await policySettingsOf(em, organizationId);
    if (before.unmatched === unmatched) return [];
    await em.upsert(PolicySettingsEntity, { organizationId, unmatched }, ['organizationId']);
    const target = { type: 'organization', id: organizationId };
    return [{ action: 'policy.settings-changed', target, before, after: { unmatched } }];
  }
}

export async function policySettingsOf(em: EntityManager, organizationId: string) {
  const row = await em.findOneBy(PolicySettingsEntity, { organizationId });
  return { unmatched: row?.unmatched ?? 'ALLOW' } as const;
}
