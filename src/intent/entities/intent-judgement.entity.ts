import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../../platform/database/columns.js';
import type { Judgement } from '../judge/judgement.js';

/** A model's judgement of a session, up to one of its actions. */
@Entity('intent_judgements')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
export class IntentJudgementEntity {
  @PrimaryColumn('uuid') sessionId: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('text') model: string;
  @Column('integer') judgedSequence: number;
  @Column('json') judgement: Judgement;
  @TimestampOfWriting() judgedAt: Date;
}
