import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import type { AtEpoch, Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, IdempotencyKeys } from '../auth/idempotency.js';
import { EpochCache } from '../auth/organizations/epoch-cache.js';
import { OrganizationEpochs } from '../auth/organizations/organization-epochs.js';
import { NOW } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import { findPage } from '../platform/database/page.js';
import { notFound } from '../platform/errors.js';
import { canonicalHash } from '../platform/hash.js';
import type { PageQuery } from '../platform/http/input/page.dto.js';
import { newId } from '../platform/ids.js';
import { compileAlwaysBlocked } from './always-blocked.js';
import { reads } from './condition.js';
import { compileNeeds, type Needs } from './facts/needs.js';
import { compilePolicies } from './matcher.js';
import type { ChangePolicyDto, CreatePolicyDto } from './policies.dto.js';
import { PolicyEntity } from './policy.entity.js';
import {
  type Condition,
  type PolicyAction,
  type PolicyRule,
  type PolicySubject,
  UNMATCHED_FINGERPRINT,
  type Verdict,
} from './policy.js';
import { type PolicyView, toPolicyView } from './policy.view.js';
import { checkedChanges, checkedCondition, checkedPattern, checkedPolicy, checkHold } from './policy-input.js';
import { PolicyLimits } from './policy-limits.js';
import { policySettingsOf } from './settings/policy-settings.service.js';
import { compileWindows, hasWindows } from './windows/compile.js';
import type { AskedWindow } from './windows/window.js';

/** A policy that asks for an approval, with `PolicyRule.fingerprint`; the id is null for what no policy matches. */
export interface Approvable {
  readonly id: string | null;
  readonly fingerprint: string;
}

/** The enabled policies of an organization, all of the same epoch. */
export interface CompiledPolicies {
  readonly judge: (subject: PolicySubject) => Verdict;
  /** Every policy that asks for an approval. */
  readonly approvable: readonly Approvable[];
  /** The facts of a call that the policies need; see `compileNeeds`. */
  readonly needs: (apiNames: readonly string[], coverable: readonly string[]) => Needs;
  /** True for a name whose calls are blocked whatever their arguments are. */
  readonly isAlwaysBlocked: (apiName: string) => boolean;
  /** The windows that look at a call; see `compileWindows`. */
  readonly windows: (subject: PolicySubject) => readonly AskedWindow[];
  /** The drift figures that the policies read, which have to be computed first. */
  readonly readDrift: DriftNeeds;
}

/** docs/contract.md, "Policies". Every change raises the epoch, so the compiled set is never an old one. */
@Injectable()
export class PoliciesService {
  private readonly compiled = new EpochCache((organizationId) => this.compile(organizationId));

  constructor(
    private readonly database: Database,
    private readonly epochs: OrganizationEpochs,
    private readonly idempotency: IdempotencyKeys,
    private readonly audit: AuditTrail,
    private readonly limits: PolicyLimits,
  ) {}

  /** The organization's policies, ready to judge calls, and as current as the caller's epoch. */
  of(caller: AtEpoch): CompiledPolicies | Promise<CompiledPolicies> {
    return this.compiled.get(caller);
  }

  /**
   * Compiles a draft into a function of a call that answers its action where it matches and null elsewhere, and says
   * whether the draft reads the drift of a session. It stores nothing.
   * @throws 400 on a pattern or condition that means nothing
   */
  tryOut({ apiNamePattern, condition = null, action }: CreatePolicyDto): {
    judge(subject: PolicySubject): PolicyAction | null;
    needs(apiName: string, coverable: readonly string[]): Needs;
    /** The windows of the draft that look at a call. */
    windowsOf(subject: PolicySubject): readonly AskedWindow[];
    readonly hasWindows: boolean;
    readonly blocks: boolean;
    readonly readsDrift: DriftNeeds;
  } {
    checkedPattern(apiNamePattern);
    checkedCondition(condition);
    const rule = { id: 'draft', apiNamePattern, condition, action, enabled: true, mode: 'enforce', reason: null };
    const judge = compilePolicies([rule as PolicyRule]);
    const needs = compileNeeds([rule as PolicyRule]);
    const windowsOf = compileWindows([rule as PolicyRule]);
    return {
      judge: (subject) => (judge(subject).policyIds.length > 0 ? action : null),
      needs: (apiName, coverable) => needs([apiName], coverable),
      windowsOf,
      hasWindows: hasWindows(checkedCondition(condition)),
      blocks: action === 'BLOCK',
      readsDrift: driftNeedsOf([checkedCondition(condition)]),
    };
  }

  list({ organizationId }: Principal, query: PageQuery) {
    return this.database.transaction(organizationId, (em) =>
      findPage(em, PolicyEntity, organizationId, query, toPolicyView),
    );
  }

  /**
   * @throws 400 on a pattern or condition that means nothing, or more approvals than there are members; 409
   *   too-many-policies
   */
  create(caller: Principal, wanted: CreatePolicyDto, key: IdempotencyKey | null) {
    const { organizationId } = caller;
    const policy = checkedPolicy(wanted);
    return this.database.transaction(organizationId, async (em) => {
      const answer = await this.idempotency.once(
        em,
        caller,
        key,
        async () => {
          await this.limits.requireApprovers(em, organizationId, policy.requiredApprovals);
          await this.limits.requireGroups(em, organizationId, policy.approvers);
          const id = newId();
          await em.insert(PolicyEntity, { id, organizationId, ...policy } as object);
          await this.epochs.raise(em, organizationId);
          await this.limits.refuseTooMany(em, organizationId);
          return id;
        },
        async (id) => toPolicyView(await this.find(em, organizationId, id)),
      );
      const { data: after, replayed } = answer;
      if (!replayed) await this.record(em, caller, 'policy.created', null, after);
      return answer;
    });
  }

  /** Members left out stay as they are. @throws 400, 404, 409 too-many-policies */
  change(caller: Principal, id: string, wanted: ChangePolicyDto) {
    const changes = checkedChanges(wanted);
    return this.update(caller, id, 'policy.changed', () => changes);
  }

  toggle(caller: Principal, id: string) {
    return this.update(caller, id, 'policy.toggled', (policy) => ({ enabled: !policy.enabled }));
  }

  remove(caller: Principal, id: string) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const before = toPolicyView(await this.find(em, organizationId, id));
      await em.delete(PolicyEntity, { id, organizationId });
      await this.epochs.raise(em, organizationId);
      await this.record(em, caller, 'policy.deleted', before, null);
      return { id, deleted: true };
    });
  }

  private update(
    caller: Principal,
    id: string,
    action: string,
    changes: (policy: PolicyEntity) => Partial<PolicyEntity>,
  ) {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (em) => {
      const policy = await this.find(em, organizationId, id);
      const before = toPolicyView(policy);
      const wanted = changes(policy);
      checkHold({ ...policy, ...wanted });
      if (wanted.requiredApprovals) await this.limits.requireApprovers(em, organizationId, wanted.requiredApprovals);
      if (wanted.approvers) await this.limits.requireGroups(em, organizationId, wanted.approvers);
      if (canonicalHash({ ...before, ...wanted }) === canonicalHash(before)) return before;
      await em.update(PolicyEntity, { id, organizationId }, { ...wanted, updatedAt: NOW } as object);
      await this.epochs.raise(em, organizationId);
      if (wanted.condition) await this.limits.refuseTooMany(em, organizationId);
      const after = toPolicyView(await this.find(em, organizationId, id));
      await this.record(em, caller, action, before, after);
      return after;
    });
  }

  private record(
    em: EntityManager,
    by: Principal,
    action: string,
    before: PolicyView | null,
    after: PolicyView | null,
  ) {
    const id = (after ?? before)?.id ?? '';
    return this.audit.record(em, by, { action, target: { type: 'policy', id }, before, after });
  }

  private async find(em: EntityManager, organizationId: string, id: string): Promise<PolicyEntity> {
    const policy = await em.findOne(PolicyEntity, {
      where: { id, organizationId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!policy) throw notFound('policy');
    return policy;
  }

  private compile(organizationId: string): Promise<CompiledPolicies> {
    return this.database.transaction(organizationId, async (em) => {
      const found = await em.find(PolicyEntity, { where: { organizationId, enabled: true }, order: { id: 'ASC' } });
      const { unmatched } = await policySettingsOf(em, organizationId);
      const rules = found.map((policy): PolicyRule => ({ ...policy, fingerprint: fingerprintOf(policy) }));
      const approvable = rules.filter(({ action, mode }) => action === 'REQUIRE_APPROVAL' && mode === 'enforce');
      return {
        judge: compilePolicies(rules, unmatched),
        approvable: [
          ...approvable.map(({ id, fingerprint = '' }) => ({ id, fingerprint })),
          ...(unmatched === 'REQUIRE_APPROVAL' ? [{ id: null, fingerprint: UNMATCHED_FINGERPRINT }] : []),
        ],
        needs: compileNeeds(rules),
        isAlwaysBlocked: compileAlwaysBlocked(rules, unmatched),
        windows: compileWindows(rules),
        readDrift: driftNeedsOf(rules.map(({ condition }) => condition)),
      };
    });
  }
}

interface DriftNeeds {
  readonly score: boolean;
  readonly percentile: boolean;
}

function driftNeedsOf(conditions: readonly (Condition | null)[]): DriftNeeds {
  const isRead = (name: 'driftScore' | 'driftPercentile') =>
    conditions.some((condition) => reads(condition, (source) => 'property' in source && source.property === name));
  return { score: isRead('driftScore'), percentile: isRead('driftPercentile') };
}

/** The fingerprint is as long as an id: a grant keeps one for each policy whose approval it stands for. */
function fingerprintOf(policy: PolicyEntity): string {
  const { id, apiNamePattern, condition, requiredApprovals, approvers, allowRequester } = policy;
  const asked = { id, apiNamePattern, condition, requiredApprovals, approvers, allowRequester };
  return canonicalHash(asked).slice(0, 32);
}
