import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Principal } from '../../auth/access/principal.js';
import { OrganizationEpochs } from '../../auth/organizations/organization-epochs.js';
import { NOW } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { canonicalHash } from '../../platform/hash.js';
import { newId } from '../../platform/ids.js';
import { PolicyEntity } from '../policy.entity.js';
import { policiesChanged } from '../policy.errors.js';
import { type PolicyView, toPolicyView } from '../policy.view.js';
import { checkedChanges, checkedPolicy, checkHold } from '../policy-input.js';
import { PolicyLimits } from '../policy-limits.js';
import { PolicySettingsService, policySettingsOf } from '../settings/policy-settings.service.js';
import type { ChangeOfPolicyDto, ChangePoliciesDto } from './policy-set.dto.js';
import { meaningOf, stateOf } from './state.js';

/** All policies of an organization as one thing, for those that keep them in git (docs/contract.md, "Policies"). */
@Injectable()
export class PolicySetService {
  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    private readonly limits: PolicyLimits,
    private readonly settings: PolicySettingsService,
    private readonly audit: AuditTrail,
  ) {}

  read({ organizationId }: Principal) {
    return this.database.transaction(organizationId, (em) => this.find(em, organizationId));
  }

  /**
   * Makes all changes or none, and none unless the set still has the state that they were planned for.
   * @throws 400, 404, 409 policies-changed, too-many-policies, conflict
   */
  change(caller: Principal, { state, unmatched, create = [], change = [], delete: gone = [] }: ChangePoliciesDto) {
    const { organizationId } = caller;
    const wanted = create.map(checkedPolicy);
    return this.database.transaction(organizationId, async (em) => {
      // Each change of one policy locks its row before the organization's, so all rows come first here, too.
      const lock = { mode: 'for_no_key_update' } as const;
      await em.find(PolicyEntity, { where: { organizationId }, order: { id: 'ASC' }, select: { id: true }, lock });
      await this.epochs.raise(em, organizationId);
      const before = await this.find(em, organizationId);
      if (before.state !== state) throw policiesChanged();
      const known = new Map(before.policies.map((policy) => [policy.id, policy]));
      for (const id of [...gone, ...change.map((one) => one.id)]) if (!known.has(id)) throw notFound('policy');

      if (gone.length > 0) await em.delete(PolicyEntity, { organizationId, id: In(gone) });
      await this.applyChanges(em, organizationId, known, change);
      for (const policy of wanted) {
        await this.limits.requireApprovers(em, organizationId, policy.requiredApprovals);
        await this.limits.requireGroups(em, organizationId, policy.approvers);
        await em.insert(PolicyEntity, { id: newId(), organizationId, ...policy } as object);
      }
      await this.limits.refuseTooMany(em, organizationId);
      const verdict = unmatched === undefined ? [] : await this.settings.set(em, organizationId, unmatched);
      const after = await this.find(em, organizationId);
      await this.audit.record(em, caller, ...changesBetween(known, after.policies), ...verdict);
      return after;
    });
  }

  /** Names are taken off first, so that two policies can swap theirs. */
  private async applyChanges(
    em: EntityManager,
    organizationId: string,
    known: ReadonlyMap<string, PolicyView>,
    changes: readonly ChangeOfPolicyDto[],
  ): Promise<void> {
    const renamed = changes.filter(({ id, name }) => name !== undefined && name !== known.get(id)?.name);
    if (renamed.length > 0)
      await em.update(PolicyEntity, { organizationId, id: In(renamed.map(({ id }) => id)) }, { name: null });
    for (const { id, ...change } of changes) {
      const values = checkedChanges(change);
      const { onExpiry = 'reject', expiresAfterSeconds = null, ...rest } = { ...known.get(id), ...values };
      checkHold({ onExpiry, expiresAfterSeconds });
      if (rest.requiredApprovals) await this.limits.requireApprovers(em, organizationId, rest.requiredApprovals);
      if (values.approvers) await this.limits.requireGroups(em, organizationId, values.approvers);
      await em.update(PolicyEntity, { organizationId, id }, { ...values, updatedAt: NOW } as object);
    }
  }

  private async find(em: EntityManager, organizationId: string) {
    const found = await em.find(PolicyEntity, { where: { organizationId }, order: { id: 'ASC' } });
    const { unmatched } = await policySettingsOf(em, organizationId);
    const policies = found.map(toPolicyView);
    return { state: stateOf(unmatched, policies), unmatched, policies };
  }
}

/** One change for each policy that came, went or says something else, for the audit. */
function changesBetween(before: ReadonlyMap<string, PolicyView>, policies: readonly PolicyView[]): Change[] {
  const after = new Map(policies.map((policy) => [policy.id, policy]));
  const change = (action: string, id: string, from: PolicyView | null, to: PolicyView | null): Change => ({
    action,
    target: { type: 'policy', id },
    before: from,
    after: to,
  });
  return [
    ...[...before].flatMap(([id, from]) => {
      const to = after.get(id);
      if (!to) return [change('policy.deleted', id, from, null)];
      return canonicalHash(meaningOf(from)) === canonicalHash(meaningOf(to))
        ? []
        : [change('policy.changed', id, from, to)];
    }),
    ...policies.filter(({ id }) => !before.has(id)).map((to) => change('policy.created', to.id, null, to)),
  ];
}
