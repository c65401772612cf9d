import { Injectable } from '@nestjs/common';
import { type ActionStatus, UNDOABLE } from '../../actions/rules/action.js';
import { isSeen, type ProbedOutcome } from '../../connectors/proof/proof.js';
import { Isolation } from '../../isolation/isolation.service.js';
import type { Lease } from '../../platform/due-work/lease.js';
import { RegistryService } from '../../registry/registry.service.js';
import { OVERLAPPING, SHARED } from '../proof.js';
import { outcomeOf } from '../rollback.js';
import {
  LAST_SEQUENCE,
  type OutsideRow,
  PAGE,
  RollbackRepository,
  type RollbackRow,
  toEffect,
  type UndoableRow,
} from '../rollback.repository.js';
import { type Recorded, sharedWithNewer, type Touching, TouchingMemory } from './same-resource.js';

/** Finds the calls of a session that touch the same resource (docs/contract.md, "Rollback": last effect first). */
@Injectable()
export class SameResource {
  /** A memory lives as long as this process works on the rollback. */
  private readonly memories = new WeakMap<Lease, TouchingMemory>();
  private readonly outside = new WeakMap<Lease, readonly OutsideRow[]>();

  constructor(
    private readonly repository: RollbackRepository,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
  ) {}

  /**
   * True when the state that was found comes from another call of the session on the same resource: a newer one that
   * still has its effect, or the undo of an older one.
   */
  async isHidden(lease: Lease, { session_id }: RollbackRow, action: UndoableRow, found: ProbedOutcome) {
    const isUndoneOlder = isSeen(found);
    if (!isUndoneOlder && found.happened !== false) return false;
    const mine = await this.touchingOf(lease, action);
    if (mine.touches.length === 0) return false;
    const statuses: readonly ActionStatus[] = isUndoneOlder ? ['ROLLED_BACK'] : UNDOABLE;
    const between = isUndoneOlder ? ([0, action.sequence] as const) : ([action.sequence, LAST_SEQUENCE] as const);
    const all = await lease.transaction((em) =>
      this.repository.undoableOf(em, lease.organizationId, session_id, statuses, between),
    );
    const connector = this.connectorOf(action);
    const others = await this.touchingOfAll(
      lease,
      all.filter((one) => this.connectorOf(one) === connector),
    );
    return others.some(
      (other) => (isUndoneOlder ? sharedWithNewer(mine, other) : sharedWithNewer(other, mine)) !== null,
    );
  }

  /**
   * The reason why a call may not be undone without an older one that the rollback leaves alone; null when it may. A
   * state that was captured before the older call had ended may be from before both, and the undo would revert both.
   * @param isShared the connector says so itself: `UndoPlan.isShared`
   */
  async dependentCall(
    lease: Lease,
    rollback: RollbackRow,
    action: UndoableRow,
    isShared: boolean,
  ): Promise<string | null> {
    if (isOfAll(rollback)) return null;
    if (isShared && rollback.action_id !== null) return SHARED;
    const capturedAt = action.snapshot_captured_at ?? action.created_at;
    const open = (await this.outsideOf(lease, rollback)).filter(
      ({ sequence, closed_at: at }) => sequence < action.sequence && (at === null || at >= capturedAt),
    );
    if (open.length === 0) return null;
    if (isShared) return SHARED;
    const connector = this.connectorOf(action);
    const mine = await this.touchingOf(lease, action);
    const others = await this.touchingOfAll(
      lease,
      open.filter((one) => this.connectorOf(one) === connector),
    );
    return others.some(({ touches }) => touches.some((one) => mine.touches.includes(one))) ? OVERLAPPING : null;
  }

  /** The failed undos of a rollback that another process began. */
  async failedSoFar(lease: Lease, rollback: RollbackRow): Promise<Touching[]> {
    const failed: string[] = [];
    for (let after = 0; ; ) {
      const steps = await lease.transaction((em) => this.repository.steps(em, rollback, after, PAGE));
      const finished = steps.filter(({ state }) => outcomeOf(state) !== null);
      failed.push(...finished.filter(({ state }) => state === 'failed').map((step) => step.action_id));
      if (finished.length < PAGE) break;
      after = finished.at(-1)?.position ?? after;
    }
    return this.readTouching(lease, failed);
  }

  private async touchingOfAll(lease: Lease, actions: readonly Recorded[]): Promise<Touching[]> {
    const memory = this.memoryOf(lease);
    const known = actions.flatMap((action) => memory.of(action) ?? []);
    const others = actions.filter((action) => memory.of(action) === null);
    return [
      ...known,
      ...(await this.readTouching(
        lease,
        others.map(({ id }) => id),
      )),
    ];
  }

  private async readTouching(lease: Lease, actionIds: readonly string[]): Promise<Touching[]> {
    const found: Touching[] = [];
    for (let from = 0; from < actionIds.length; from += PAGE) {
      const page = actionIds.slice(from, from + PAGE);
      const rows = await lease.transaction((em) => this.repository.undoables(em, lease.organizationId, page));
      for (const row of rows) found.push(await this.touchingOf(lease, row));
    }
    return found;
  }

  /** Finds the resources from the record alone. */
  async touchingOf(lease: Lease, action: UndoableRow): Promise<Touching> {
    const memory = this.memoryOf(lease);
    const known = memory.of(action);
    if (known) return known;
    const { sequence, effect_sequence: effectSequence } = action;
    const connector = this.connectorOf(action);
    const isolated = connector && this.isolation.of(lease.organizationId, connector);
    const touches = isolated ? await isolated.touches(toEffect(action)) : [];
    const touching = { sequence, effectSequence, touches: touches.map((resource) => `${connector?.id} ${resource}`) };
    memory.keep(action, touching);
    return touching;
  }

  private async outsideOf(lease: Lease, rollback: RollbackRow): Promise<readonly OutsideRow[]> {
    const known = this.outside.get(lease);
    if (known) return known;
    const found = await lease.transaction((em) => this.repository.outside(em, rollback));
    this.outside.set(lease, found);
    return found;
  }

  private connectorOf(action: { readonly api_name: string }) {
    return this.registry.find(action.api_name)?.connector;
  }

  private memoryOf(lease: Lease): TouchingMemory {
    const memory = this.memories.get(lease) ?? new TouchingMemory();
    this.memories.set(lease, memory);
    return memory;
  }
}

/** Undone, at the end, is all that the session did. */
const isOfAll = ({
  action_id: one,
  from_action_id: from,
  tool_call_id: ofTool,
  agent_rollback_id: ofAgent,
}: RollbackRow) => one === null && from === null && ofTool === null && ofAgent === null;
