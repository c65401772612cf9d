import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Change } from '../../audit/audit-entry.js';
import type { Principal } from '../../auth/access/principal.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import { Accounts } from '../../auth/organizations/accounts.js';
import { OpenCalls } from '../../calls/open-calls.service.js';
import type { Replaced, UndoPlan } from '../../connectors/connector.js';
import { Isolation } from '../../isolation/isolation.service.js';
import { Database } from '../../platform/database/database.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { Redactions } from '../../redaction/redactions.service.js';
import { RegistryService } from '../../registry/registry.service.js';
import { displayStatus } from '../../sessions/session.js';
import { toCounters } from '../../sessions/session.view.js';
import { SessionRollbacks } from '../../sessions/session-rollbacks.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { notRevertible, planChanged } from '../rollback.errors.js';
import { PAGE, RollbackRepository, type RollbackRow } from '../rollback.repository.js';
import { RollbackService } from '../rollback.service.js';
import { revertHashOf } from '../signed.js';
import { INTERRUPTED, isCertain, lastUndoneFirst, NOTHING_KEPT, reasonNotReapplicable, toKept } from './revert.js';
import { RevertRepository, type UndoneRow } from './revert.repository.js';

export interface RevertOrder {
  readonly sessionId: string;
  readonly rollbackId: string;
  readonly onConflict: 'skip' | 'force';
  /** Calls whose conflicts are overwritten in any case. */
  readonly forced: readonly string[];
  /** The hash of the plan that was shown; null accepts the newest plan. */
  readonly planHash: string | null;
}

/** Reverts a rollback: it restores the contents that the undos replaced (docs/contract.md, "Rollback"). */
@Injectable()
export class RevertService {
  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly sessions: SessionsService,
    private readonly sessionRollbacks: SessionRollbacks,
    private readonly rollbacks: RollbackService,
    private readonly repository: RollbackRepository,
    private readonly reverts: RevertRepository,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
    private readonly calls: OpenCalls,
    private readonly redactions: Redactions,
  ) {}

  /**
   * Starts a durable revert and waits for it as for a rollback; it continues if the client disconnects. Performed calls of
   * a session that goes on are taken back or waited for first, as a rollback does.
   * @throws 404; 409 not-revertible, plan-changed, calls-open
   */
  start(caller: Principal, order: RevertOrder, key: IdempotencyKey | null) {
    return this.rollbacks.startOnce(caller, order.sessionId, key, (em, changes) =>
      this.begin(em, caller, order, changes),
    );
  }

  /**
   * Answers the plan that `start` would carry out now; it locks and changes nothing.
   * @throws the errors of `start`
   */
  async plan(caller: Principal, sessionId: string, rollbackId: string) {
    const { organizationId } = caller;
    const { session, rollback, latest, steps } = await this.database.snapshot(organizationId, async (em) => {
      const session = await this.sessions.get(em, caller, sessionId);
      return { session, ...(await this.revertible(em, session, rollbackId)) };
    });
    const plan: Awaited<ReturnType<RevertService['planOf']>> = [];
    for (let from = 0; from < steps.length; from += PAGE)
      plan.push(...(await this.planOf(organizationId, steps.slice(from, from + PAGE))));
    return {
      ...{ sessionId, displayStatus: displayStatus(session), counters: toCounters(session) },
      ...{
        state: 'planned' as const,
        rollbackId: rollback.id,
        hash: hashOf(rollback, latest, steps),
        plan: plan.flat(),
      },
    };
  }

  private async begin(em: EntityManager, caller: Principal, order: RevertOrder, changes: Change[]): Promise<string> {
    const { organizationId, label: requestedBy } = caller;
    const { onConflict, planHash, forced } = order;
    const session = await this.sessions.lock(em, caller, order.sessionId);
    await this.accounts.keepOpen(em, organizationId);
    const { rollback, latest, steps } = await this.revertible(em, session, order.rollbackId);
    if (planHash !== null && planHash !== hashOf(rollback, latest, steps)) throw planChanged();
    if (!forced.every((one) => steps.some(({ action_id: id }) => id === one)))
      throw validationFailed('force', 'must name calls that this revert reapplies');
    await this.calls.endIn(em, { organizationId, sessionIds: [session.id], reason: 'rolled-back' });
    const isShown = planHash !== null && latest.reverts === rollback.id;
    const shown = isShown ? await this.rollbacks.conflictsShown(em, latest) : new Map<string, string>();
    const id = await this.reverts.insert(
      em,
      rollback,
      { onConflict, requestedBy, planHash, forced: [...forced] },
      steps.map((step) => ({
        ...{ actionId: step.action_id, revertsStep: step.id, shownConflict: shown.get(step.action_id) ?? null },
      })),
    );
    await this.sessionRollbacks.begin(em, [session.id], false);
    const after = await this.repository.audited(em, organizationId, id);
    changes.push({ action: 'rollback.revert-started', target: { type: 'rollback', id }, before: null, after });
    return id;
  }

  private async revertible(
    em: EntityManager,
    session: { readonly id: string; readonly organizationId: string; readonly rollbackState: string },
    rollbackId: string,
  ) {
    const { organizationId, id } = session;
    const rollback = await this.repository.find(em, organizationId, rollbackId);
    if (rollback?.session_id !== id) throw notFound('rollback');
    if (rollback.reverts !== null)
      throw notRevertible('This is a revert itself: roll the session back again to undo its calls.');
    if (session.rollbackState === 'RUNNING')
      throw notRevertible('A rollback or a revert of the session is running: wait until it has finished.');
    const found = await this.reverts.steps(em, rollback);
    if (!found.some(({ kept }) => kept))
      throw notRevertible(
        'This rollback left nothing that could be restored: its undos kept nothing, or were reverted.',
      );
    const ordered = lastUndoneFirst(found.map((step) => ({ ...step, carriedBy: step.carried_by })));
    const latest = await this.repository.latest(em, organizationId, id);
    return { rollback, latest: latest ?? rollback, steps: ordered };
  }

  private async planOf(organizationId: string, steps: readonly UndoneRow[]) {
    const kept = await this.database.transaction(organizationId, (em) =>
      this.reverts.replaced(
        em,
        organizationId,
        steps.map(({ id }) => id),
      ),
    );
    return Promise.all(
      steps.map(async (step) => {
        const { replaced = null, payload = {}, values = [] } = kept.get(step.id) ?? {};
        const redactor = await this.redactions.ofNow(organizationId, step.api_name, values);
        const found = await this.undoOf(organizationId, step, replaced);
        const plan = redactor?.words(step.action_id).plan(found) ?? found;
        return {
          ...{ actionId: step.action_id, apiName: step.api_name, status: step.status },
          summary: this.registry.summaryOf(step.api_name, payload),
          ...{ class: plan.class, calls: plan.calls, remains: plan.remains, reason: plan.reason },
          warning: plan.class !== 'impossible' && !isCertain(replaced) ? INTERRUPTED : null,
        };
      }),
    );
  }

  private async undoOf(
    organizationId: string,
    step: UndoneRow,
    replaced: readonly Replaced[] | null,
  ): Promise<UndoPlan> {
    if (step.carried_by !== null) return TOGETHER;
    const connector = this.registry.find(step.api_name)?.connector;
    if (!connector) return { ...IMPOSSIBLE, reason: `No connector knows "${step.api_name}".` };
    const why = reasonNotReapplicable(replaced);
    if (why !== null) return { ...IMPOSSIBLE, reason: why };
    return this.isolation.of(organizationId, connector).planReapply(toKept(step.api_name, replaced));
  }
}

const IMPOSSIBLE: UndoPlan = { class: 'impossible', calls: [], remains: [], reason: NOTHING_KEPT };
const TOGETHER: UndoPlan = {
  ...{ class: 'exact', calls: [], reason: null },
  remains: ['It was undone together with another call, and is reapplied with that.'],
};

const hashOf = (rollback: RollbackRow, latest: RollbackRow, steps: readonly UndoneRow[]) =>
  revertHashOf(rollback.id, latest.id, steps);
