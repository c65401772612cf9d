import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ActionStatus, UNDOABLE } from '../actions/rules/action.js';
import { DecisionsService } from '../approvals/decisions/decisions.service.js';
import type { Change } from '../audit/audit-entry.js';
import type { OpenCall } from '../calls/call.js';
import { isRollable } from '../sessions/session.js';
import type { Session } from '../sessions/sessions.service.js';
import type { Extent } from './extent.js';
import { notRollable } from './rollback.errors.js';
import { fromPlaceOn } from './rollback.js';
import { type CapturedRow, RollbackRepository } from './rollback.repository.js';

const NOTHING_LEFT: Readonly<Record<Extent['of'], string>> = {
  session: 'The session has no effect left that a rollback could try to undo.',
  action: 'The action has no effect left that a rollback could try to undo.',
  'later-actions': 'From this action on there is no effect left that a rollback could try to undo.',
  'tool-call': 'The tool call has no effect left that a rollback could try to undo.',
};

const TRIED: readonly ActionStatus[] = [...UNDOABLE, 'UNKNOWN'];
/** A person settled the call, or the provider refused it: a rollback lists it and tries no undo. */
const isOver = ({ settled_as: settled, refused }: CapturedRow) => settled !== null || refused;
const isTried = ({ status, settled_as: settled }: CapturedRow) => TRIED.includes(status) && settled === null;

/** The calls of a session from which a rollback chooses. */
interface Choice {
  /** All calls that it may undo. */
  readonly undoable: readonly CapturedRow[];
  /** The performed calls that have not begun or that run. */
  readonly open: readonly OpenCall[];
}

/** Chooses the calls of a session that a rollback undoes, and the waiting approvals that end with them. */
@Injectable()
export class ChosenCalls {
  constructor(
    private readonly repository: RollbackRepository,
    private readonly decisions: DecisionsService,
  ) {}

  /**
   * The caller has locked the session's row. Changes are added to `changes`.
   * @throws 404; 409 not-rollable
   */
  async of(
    em: EntityManager,
    session: Session,
    { undoable, open }: Choice,
    extent: Extent,
    changes: Change[],
  ): Promise<readonly CapturedRow[]> {
    const chosen = await this.within(em, session, undoable, extent);
    if (extent.of === 'action' && session.rollbackState === 'RUNNING')
      throw notRollable('The session is being rolled back already.');
    if (!isLeft(session, chosen, open, extent)) throw notRollable(NOTHING_LEFT[extent.of]);
    changes.push(...(await this.rejectWaiting(em, session, chosen, extent)));
    return chosen;
  }

  /** The undoable calls of a session that are in an extent. @throws 404 */
  async within(
    em: EntityManager,
    { organizationId, id }: Session,
    undoable: readonly CapturedRow[],
    extent: Extent,
  ): Promise<readonly CapturedRow[]> {
    switch (extent.of) {
      case 'session':
        return undoable;
      case 'action':
        await this.repository.placeOf(em, organizationId, id, extent.actionId);
        return undoable.filter((row) => row.id === extent.actionId);
      case 'later-actions': {
        const place = await this.repository.placeOf(em, organizationId, id, extent.fromActionId);
        return fromPlaceOn(undoable.map(toPlaced), place).map(({ row }) => row);
      }
      case 'tool-call': {
        const ids = await this.repository.actionsOfToolCall(em, organizationId, id, extent.toolCallId);
        return undoable.filter((row) => ids.includes(row.id));
      }
    }
  }

  /** Says which performed calls end with a rollback of this extent if they have not begun. @throws 404 */
  async covered(
    em: EntityManager,
    { organizationId, id: sessionId }: Session,
    extent: Extent,
  ): Promise<(call: OpenCall) => boolean> {
    switch (extent.of) {
      case 'session':
        return () => true;
      case 'action':
        return ({ id }) => id === extent.actionId;
      case 'later-actions': {
        const place = await this.repository.placeOf(em, organizationId, sessionId, extent.fromActionId);
        return ({ sequence }) => sequence >= place.sequence;
      }
      case 'tool-call': {
        const ids = await this.repository.actionsOfToolCall(em, organizationId, sessionId, extent.toolCallId);
        return ({ id }) => ids.includes(id);
      }
    }
  }

  private async rejectWaiting(
    em: EntityManager,
    { organizationId, id }: Session,
    chosen: readonly CapturedRow[],
    extent: Extent,
  ): Promise<readonly Change[]> {
    switch (extent.of) {
      case 'session':
        return this.decisions.rejectAllOf(em, organizationId, id, 'rolled-back');
      case 'action':
        return [];
      case 'later-actions': {
        const { sequence } = await this.repository.placeOf(em, organizationId, id, extent.fromActionId);
        const older = chosen.filter((row) => row.sequence < sequence).map((row) => row.id);
        return this.decisions.rejectFrom(em, organizationId, id, { sequence, older }, 'rolled-back');
      }
      case 'tool-call': {
        const ids = await this.repository.actionsOfToolCall(em, organizationId, id, extent.toolCallId);
        return this.decisions.rejectActions(em, organizationId, id, ids, 'rolled-back');
      }
    }
  }
}

/** True when a rollback of this extent could still try to undo something. An action that runs is waited for. */
function isLeft(session: Session, chosen: readonly CapturedRow[], open: readonly OpenCall[], { of }: Extent): boolean {
  const runs = ({ id }: CapturedRow) => open.some((call) => call.id === id && call.state === 'running');
  if (of === 'action') return chosen.some((row) => isTried(row) || runs(row));
  return isRollable(session) && (of === 'session' || !chosen.every(isOver));
}

const toPlaced = (row: CapturedRow) => ({ row, sequence: row.sequence, effectSequence: row.effect_sequence });
