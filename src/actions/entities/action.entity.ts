import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Json, JsonObject, OperationType } from '../../connectors/connector.js';
import { Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';
import type { Outcome, PolicyAction } from '../../policies/policy.js';
import type { Replacement } from '../../redaction/redaction.js';
import type { SealedParts } from '../ledger/items.js';
import type { ActionStatus, SettledAs, Violation } from '../rules/action.js';
import type { Refusal } from '../rules/action-state.js';

/** A call of a session, in the ledger. */
@Entity('actions')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Unique(['sessionId', 'sequence', 'organizationId'])
@Check('actions_check', '(idempotency_key IS NULL) = (request_hash IS NULL)')
@Check('actions_settled_check', 'num_nulls(settled_as, settled_by, settled_note, settled_at) % 4 = 0')
@Check('actions_erased_check', '(erased_at IS NULL) = (erased_by IS NULL)')
@Check('actions_redacted_check', '(redacted IS NULL) = (sealed IS NULL)')
@Index('actions_idempotency', ['organizationId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@Index('actions_recorded', ['organizationId', 'recordedIn', 'id'], { where: 'recorded_in >= 0' })
@Check('actions_claim_check', '(claim IS NULL) = (begun_at IS NULL)')
@Index('actions_running', ['runningSince'], { where: 'running_since IS NOT NULL' })
@Index('actions_tool_call', ['organizationId', 'toolCallId', 'sessionId'], { where: 'tool_call_id IS NOT NULL' })
@Index('actions_trace', { synchronize: false })
@Index('actions_violations', ['organizationId', 'sessionId'], { where: 'violation IS NOT NULL' })
export class ActionEntity {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('uuid') sessionId: string;
  @Column('integer') sequence: number;
  @Column('integer', { nullable: true }) effectSequence: number | null;
  @Column('text') apiName: string;
  @Column('text') operationType: OperationType;
  @Column('json') payload: JsonObject;
  @Column('text') payloadHash: string;
  @Column('json', { nullable: true }) originalPayload: JsonObject | null;
  @Column('json', { nullable: true }) response: Json;
  @Column('text') status: ActionStatus;
  @Column('uuid', { nullable: true }) precaptureId: string | null;
  @Column('text') policyDecision: PolicyAction;
  @Column('uuid', { array: true, default: [] }) policyIds: string[];
  @Column('text', { nullable: true }) policyReason: string | null;
  @Column('json', { nullable: true }) shadow: Pick<Outcome, 'decision' | 'policyIds'> | null;
  @Column('text', { nullable: true }) violation: Violation | null;
  @Column('text', { nullable: true }) refusal: Refusal | null;
  @Column('uuid', { nullable: true }) idempotencyKey: string | null;
  @Column('text', { nullable: true }) requestHash: string | null;
  /** A person's statement of the effect. It and the next three are null when no person made one. */
  @Column('text', { nullable: true }) settledAs: SettledAs | null;
  @Column('text', { nullable: true }) settledBy: string | null;
  @Column('text', { nullable: true }) settledNote: string | null;
  @Timestamp({ nullable: true }) settledAt: Date | null;
  /** The id that the agent's framework gave to the call. */
  @Column('text', { nullable: true }) toolCallId: string | null;
  /** The span of the application in which the call was asked for, as W3C Trace Context writes it. */
  @Column('text', { nullable: true }) traceparent: string | null;
  @TimestampOfWriting() createdAt: Date;
  @TimestampOfWriting() updatedAt: Date;
  @Column('timestamptz', { nullable: true }) effectAt: Date | null;
  @Column('uuid', { nullable: true }) grantId: string | null;
  /** Approved, and no outcome yet; a trigger keeps it. */
  @Column('boolean', { default: false }) unconfirmed: boolean;
  /** The service makes the call, and no client confirms it. */
  @Column('boolean', { default: false }) performed: boolean;
  /** Its arguments and its answer were erased; it and the next are null while they are kept. */
  @Timestamp({ nullable: true }) erasedAt: Date | null;
  @Column('text', { nullable: true }) erasedBy: string | null;
  /** The replacements in the arguments and the answer; null when there are none. */
  @Column('jsonb', { nullable: true }) redacted: Replacement[] | null;
  /** The true arguments and the true answer, sealed. */
  @Column('jsonb', { nullable: true }) sealed: SealedParts | null;
  /** The number of the transaction that recorded it, which orders exports. */
  @Column('bigint', { default: () => '(pg_current_xact_id()::text)::bigint' }) recordedIn: string;
  /** The name that the client which began the call chose for that; it and the next are null when none did. */
  @Column('uuid', { nullable: true }) claim: string | null;
  @Timestamp({ nullable: true }) begunAt: Date | null;
  /** When a call that still runs began; a trigger keeps it. */
  @Timestamp({ nullable: true }) runningSince: Date | null;
}
