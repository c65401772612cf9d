import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** The number of questions to a model that an organization used on a day. */
@Entity('intent_judge_days')
export class IntentJudgeDayEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('date') day: string;
  @Column('integer') questions: number;
}
