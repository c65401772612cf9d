import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ActionScore } from '../evaluator/evaluate.js';

/** The evaluation of one action. */
@Entity('action_intents')
@ForeignKey('actions', ['organizationId', 'actionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Unique(['sessionId', 'sequence', 'organizationId'])
@Check('action_intents_effect_severity_check', 'effect_severity BETWEEN 0 AND 1')
@Check('action_intents_risk_check', 'risk BETWEEN 0 AND 1')
@Check('action_intents_scope_adherence_check', 'scope_adherence BETWEEN 0 AND 1')
@Check('action_intents_target_adherence_check', 'target_adherence BETWEEN 0 AND 1')
@Index('action_intents_unlearned', ['organizationId', 'sessionId', 'sequence'], { where: 'NOT learned' })
export class ActionIntentEntity {
  @PrimaryColumn('uuid') actionId: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('uuid') sessionId: string;
  @Column('integer') sequence: number;
  @Column('double precision') risk: number;
  @Column('json') reasons: ActionScore['reasons'];
  /** Its outcome, and with it its response, has been read. */
  @Column('boolean') learned: boolean;
  @Column('double precision', { nullable: true }) scopeAdherence: number | null;
  @Column('double precision', { nullable: true }) targetAdherence: number | null;
  @Column('double precision') effectSeverity: number;
}
