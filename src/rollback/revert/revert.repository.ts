// SQL: steps are compared with those of other rollbacks, and thousands are written in one statement.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ActionStatus } from '../../actions/rules/action.js';
import { SealedCalls } from '../../actions/sealed-calls.service.js';
import type { JsonObject, Replaced } from '../../connectors/connector.js';
import { newId } from '../../platform/ids.js';
import type { KnownValue } from '../../redaction/known-values.js';
import { KeptContents } from '../engine/kept-contents.js';
import { RollbackEntity } from '../entities/rollback.entity.js';
import type { StepState } from '../rollback.js';
import type { RollbackRow } from '../rollback.repository.js';
import type { Undone } from './revert.js';

/** A step of a rollback that a revert would take back, without the contents that it replaced. */
export interface UndoneRow {
  id: string;
  action_id: string;
  api_name: string;
  status: ActionStatus;
  updated_at: Date;
  position: number;
  state: StepState;
  carried_by: string | null;
  /** Something of its own write, or of one that undid it as well, was kept. */
  kept: boolean;
}

interface KeptRow {
  readonly id: string;
  readonly replaced: readonly Replaced[] | null;
  readonly payload: JsonObject;
  readonly redacted: unknown;
  readonly snapshot_redacted: unknown;
}

/** Undone, or in part: the effect of a write that was read back. */
const UNDONE = `(s.state = 'done' OR s.replaced @> '[{"isDone": true}]')`;
const NOT_REVERTED = `NOT EXISTS (SELECT FROM rollback_steps t WHERE t.reverts_step = s.id AND t.state = 'done')`;

@Injectable()
export class RevertRepository {
  constructor(
    private readonly sealed: SealedCalls,
    private readonly kept: KeptContents,
  ) {}

  /** The steps of a rollback that are not taken back yet. */
  steps(em: EntityManager, rollback: RollbackRow): Promise<UndoneRow[]> {
    return em.query(
      `SELECT s.id, s.action_id, a.api_name, a.status, a.updated_at, s.position, s.state, s.carried_by,
         s.carried_by IS NOT NULL OR jsonb_array_length(coalesce(s.replaced, '[]')) > 0 AS kept
       FROM rollback_steps s JOIN action_details a ON a.organization_id = s.organization_id AND a.id = s.action_id
       WHERE s.organization_id = $1 AND s.rollback_id = $2 AND ${UNDONE} AND ${NOT_REVERTED} ORDER BY s.position`,
      [rollback.organization_id, rollback.id],
    );
  }

  /**
   * The contents that these steps replaced, and the arguments of their calls; at most a page of them, because each may
   * take megabytes.
   */
  async replaced(em: EntityManager, organizationId: string, stepIds: readonly string[]) {
    const rows: (KeptRow & { step: string })[] = await em.query(
      `SELECT s.id AS step, s.replaced, a.id, a.payload, a.redacted, a.snapshot_redacted FROM rollback_steps s
       JOIN action_details a ON a.organization_id = s.organization_id AND a.id = s.action_id
       WHERE s.organization_id = $1 AND s.id = ANY ($2)`,
      [organizationId, stepIds],
    );
    const opened = await this.sealed.open(em, organizationId, rows);
    const kept = new Map<string, Pick<KeptRow, 'replaced' | 'payload'> & { readonly values: readonly KnownValue[] }>();
    for (const { step, id, replaced, values, shown } of opened) {
      const contents = await this.kept.openContents(em, organizationId, id, replaced);
      kept.set(step, { replaced: contents, payload: shown.payload, values });
    }
    return kept;
  }

  /** @param stepId of the revert. @throws Error when there is no such step */
  async undone(em: EntityManager, organizationId: string, stepId: string, revertsStep: string): Promise<Undone> {
    const [row]: (Pick<Undone, 'state' | 'replaced'> & {
      carried_by: string | null;
      carrier_state: StepState | null;
      carrier_detail: string | null;
      reverted: boolean;
    })[] = await em.query(
      `SELECT s.state, s.replaced, s.carried_by, c.state AS carrier_state, c.detail AS carrier_detail,
         NOT ${NOT_REVERTED} AS reverted
       FROM rollback_steps s
       LEFT JOIN rollback_steps own ON own.id = $2
       LEFT JOIN rollback_steps c ON c.rollback_id = own.rollback_id AND c.reverts_step = s.carried_by
       WHERE s.organization_id = $1 AND s.id = $3`,
      [organizationId, stepId, revertsStep],
    );
    if (!row) throw new Error('a step without the one that it reverts');
    const carrier = row.carrier_state && { state: row.carrier_state, detail: row.carrier_detail };
    return { state: row.state, replaced: row.replaced, carrier, isReverted: row.reverted };
  }

  /** True when no undo of the session remains in effect. */
  async isAllReverted(em: EntityManager, organizationId: string, sessionId: string): Promise<boolean> {
    const [row]: { left: boolean }[] = await em.query(
      `SELECT EXISTS (SELECT FROM rollbacks r
         JOIN rollback_steps s ON s.organization_id = r.organization_id AND s.rollback_id = r.id
         WHERE r.organization_id = $1 AND r.session_id = $2 AND r.reverts IS NULL AND ${UNDONE} AND ${NOT_REVERTED}) AS left`,
      [organizationId, sessionId],
    );
    return row?.left === false;
  }

  async insert(
    em: EntityManager,
    { organization_id: organizationId, session_id: sessionId, id: reverts }: RollbackRow,
    order: Pick<RollbackEntity, 'onConflict' | 'requestedBy' | 'planHash' | 'forced'>,
    steps: readonly {
      readonly actionId: string;
      readonly revertsStep: string;
      readonly shownConflict: string | null;
    }[],
  ): Promise<string> {
    const id = newId();
    const { onConflict, requestedBy, planHash, forced } = order;
    const values = { id, organizationId, sessionId, reverts, onConflict, requestedBy, planHash, forced };
    await em.insert(RollbackEntity, { ...values, needsProof: false });
    await em.query(
      `INSERT INTO rollback_steps (id, organization_id, rollback_id, action_id, reverts_step, shown_conflict, position)
       SELECT step.id, $2, $1, step.action_id, step.reverts_step, step.shown_conflict, step.position
       FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[])
         WITH ORDINALITY AS step(id, action_id, reverts_step, shown_conflict, position)`,
      [
        ...[id, organizationId, steps.map(() => newId()), steps.map(({ actionId }) => actionId)],
        ...[steps.map(({ revertsStep }) => revertsStep), steps.map(({ shownConflict }) => shownConflict)],
      ],
    );
    return id;
  }
}
