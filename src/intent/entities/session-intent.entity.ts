import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../../platform/database/columns.js';
import type { IntentProgress, Verdict } from '../evaluator/evaluate.js';

/** The evaluation of a session against its intent, up to the last evaluated call. */
@Entity('session_intents')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('session_intents_drift_score_check', 'drift_score BETWEEN 0 AND 1')
@Check('session_intents_effect_severity_check', 'effect_severity BETWEEN 0 AND 1')
@Check('session_intents_scope_adherence_check', 'scope_adherence BETWEEN 0 AND 1')
@Check('session_intents_target_adherence_check', 'target_adherence BETWEEN 0 AND 1')
@Check('session_intents_verdict_check', "verdict IN ('ALIGNED', 'REVIEW', 'DRIFTED', 'INSUFFICIENT_EVIDENCE')")
@Index('session_intents_verdict', ['organizationId', 'verdict', 'sessionId'])
export class SessionIntentEntity {
  @PrimaryColumn('uuid') sessionId: string;
  @PrimaryColumn('uuid') organizationId: string;
  /** The version that made `progress`. */
  @Column('text') evaluator: string;
  @Column('json') progress: IntentProgress;
  @Column('integer', { default: 0 }) evaluatedSequence: number;
  @Column('text') verdict: Verdict;
  @Column('double precision') driftScore: number;
  @Column('double precision', { nullable: true }) scopeAdherence: number | null;
  @Column('double precision', { nullable: true }) targetAdherence: number | null;
  @Column('double precision', { nullable: true }) effectSeverity: number | null;
  @Column('uuid', { nullable: true }) driftOnsetActionId: string | null;
  @Column('uuid', { nullable: true }) worstActionId: string | null;
  @Column('text', { array: true, default: [] }) connectors: string[];
  @TimestampOfWriting() evaluatedAt: Date;
}
