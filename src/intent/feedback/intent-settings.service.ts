import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { Database } from '../../platform/database/database.js';
import { IntentSettingsEntity } from '../entities/intent-settings.entity.js';
import { DEFAULT_ALARM_BUDGET } from '../level/levels.repository.js';
import type { IntentSettingsDto } from './feedback.dto.js';

/**
 * Reads and changes the alarm budget of an organization. Levels are learned for every budget, so that a change counts
 * at once.
 */
@Injectable()
export class IntentSettingsService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  read({ organizationId }: Principal) {
    return this.database.transaction(organizationId, (em) => settingsOf(em, organizationId));
  }

  change(caller: Principal, { alarmBudget }: IntentSettingsDto) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const before = await settingsOf(em, organizationId);
      if (before.alarmBudget === alarmBudget) return before;
      const after = { alarmBudget };
      await em.upsert(IntentSettingsEntity, { organizationId, alarmBudget }, ['organizationId']);
      const target = { type: 'organization', id: organizationId };
      await this.audit.record(em, caller, { action: 'intent.settings-changed', target, before, after });
      return after;
    });
  }
}

async function settingsOf(em: EntityManager, organizationId: string) {
  const row = await em.findOneBy(IntentSettingsEntity, { organizationId });
  return { alarmBudget: row?.alarmBudget ?? DEFAULT_ALARM_BUDGET };
}
