import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ActionStatus, UNDOABLE } from '../actions/rules/action.js';
import { DecisionsService } from '../approvals/decisions/decisions.service.js';
import type { Change } from '../audit/audit-entry.js';
import { isRollable } from '../sessions/session.js';
import type { Session } from '../sessions/sessions.service.js';
import { notRollable } from './rollback.errors.js';
import { fromPlaceOn } from './rollback.js';
import { type CapturedRow, RollbackRepository } from './rollback.repository.js';

/**
 * The extent of a rollback in a session. At most one of the two is set; when both are null, the whole session is
 * undone.
 */
export interface Extent {
  readonly actionId: string | null;
  /** This one and every later one. */
  readonly fromActionId: string | null;
}

/** True when no call may start in the session any more. */
export const isWhole = ({ actionId, fromActionId }: Extent) => actionId === null && fromActionId === null;

const TRIED: readonly ActionStatus[] = [...UNDOABLE, 'UNKNOWN'];
/** A person settled the call, or the provider refused it: a rollback lists it and tries no undo. */
const isOver = ({ settled_as: settled, refused }: CapturedRow) => settled !== null || refused;

/** Chooses the calls of a session that a rollback undoes, and the waiting approvals that end with them. */
@Injectable()
export class ChosenCalls {
  constructor(
    private readonly repository: RollbackRepository,
    private readonly decisions: DecisionsService,
  ) {}

  /**
   * The caller has locked the session's row. Changes are added to `changes`.
   * @param undoable all undoable calls of the session
   * @throws 404; 409 not-rollable
   */
  async of(
    em: EntityManager,
    session: Session,
    undoable: readonly CapturedRow[],
    extent: Extent,
    changes: Change[],
  ): Promise<readonly CapturedRow[]> {
    const { organizationId, id } = session;
    if (extent.actionId !== null) return [await this.one(em, session, undoable, extent.actionId)];
    if (extent.fromActionId === null) {
      if (!isRollable(session)) throw notRollable('The session has no effect left that a rollback could try to undo.');
      changes.push(...(await this.decisions.rejectAllOf(em, organizationId, id, 'rolled-back')));
      return undoable;
    }
    const place = await this.repository.placeOf(em, organizationId, id, extent.fromActionId);
    const chosen = fromPlaceOn(undoable.map(toPlaced), place).map(({ row }) => row);
    if (!isRollable(session) || chosen.every(isOver))
      throw notRollable('From this action on there is no effect left that a rollback could try to undo.');
    const older = chosen.filter(({ sequence }) => sequence < place.sequence).map((row) => row.id);
    changes.push(
      ...(await this.decisions.rejectFrom(em, organizationId, id, { sequence: place.sequence, older }, 'rolled-back')),
    );
    return chosen;
  }

  private async one(
    em: EntityManager,
    session: Session,
    undoable: readonly CapturedRow[],
    actionId: string,
  ): Promise<CapturedRow> {
    await this.repository.placeOf(em, session.organizationId, session.id, actionId);
    if (session.rollbackState === 'RUNNING') throw notRollable('The session is being rolled back already.');
    const action = undoable.find(
      ({ id, status, settled_as: settled }) => id === actionId && TRIED.includes(status) && settled === null,
    );
    if (!action) throw notRollable('The action has no effect left that a rollback could try to undo.');
    return action;
  }
}

const toPlaced = (row: CapturedRow) => ({ row, sequence: row.sequence, effectSequence: row.effect_sequence });
