import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { KeyRing } from '../../credentials/key-ring.js';
import { Database } from '../../platform/database/database.js';
import { validationFailed } from '../../platform/errors.js';
import { InvalidPatternError, parsePattern } from '../../policies/pattern.js';
import { KINDS } from '../kinds.js';
import { InvalidPathError, parsePath } from '../path.js';
import { UNSEARCHED } from '../redaction.js';
import type { RedactionSettingsDto } from './redaction.dto.js';
import { type RedactionRule, RedactionSettingsEntity } from './redaction-settings.entity.js';

const NOTHING = { kinds: [], rules: [] };

/** Reads and changes what is replaced in calls (docs/contract.md, "Redaction"). */
@Injectable()
export class RedactionSettingsService {
  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    private readonly keys: KeyRing,
    private readonly audit: AuditTrail,
  ) {}

  async read({ organizationId }: Principal) {
    return (
      (await this.database.transaction(organizationId, (em) => redactionSettingsOf(em, organizationId))) ?? NOTHING
    );
  }

  /** A change raises the epoch, so every process stores by it within a second. @throws 400 */
  change(caller: Principal, wanted: RedactionSettingsDto) {
    const { organizationId } = caller;
    const after = { kinds: KINDS.filter((kind) => wanted.kinds.includes(kind)), rules: wanted.rules.map(checkedRule) };
    return this.database.transaction(organizationId, async (em) => {
      await this.epochs.raise(em, organizationId);
      // The redacted values are sealed with this key.
      await this.keys.forWriting(em, organizationId);
      const before = (await redactionSettingsOf(em, organizationId)) ?? NOTHING;
      if (JSON.stringify(before) === JSON.stringify(after)) return after;
      await em.upsert(RedactionSettingsEntity, { organizationId, ...after }, ['organizationId']);
      const target = { type: 'organization', id: organizationId };
      await this.audit.record(em, caller, { action: 'redaction.changed', target, before, after });
      return after;
    });
  }
}

/** Null for an organization that has never had any. */
export async function redactionSettingsOf(em: EntityManager, organizationId: string) {
  const row = await em.findOneBy(RedactionSettingsEntity, { organizationId });
  return row && { kinds: row.kinds, rules: row.rules.map(toRule) };
}

const toRule = ({ name, apiNamePattern, path }: RedactionRule): RedactionRule => ({ name, apiNamePattern, path });

function checkedRule(rule: RedactionRule, index: number): RedactionRule {
  const { name, apiNamePattern, path } = rule;
  if (name === UNSEARCHED || KINDS.some((kind) => kind === name))
    throw validationFailed(`rules.${index}.name`, 'is the name of something that the service replaces by itself');
  try {
    parsePattern(apiNamePattern);
    parsePath(path);
  } catch (error) {
    if (error instanceof InvalidPatternError) throw validationFailed(`rules.${index}.apiNamePattern`, error.message);
    if (error instanceof InvalidPathError) throw validationFailed(`rules.${index}.path`, error.message);
    throw error;
  }
  return toRule(rule);
}
