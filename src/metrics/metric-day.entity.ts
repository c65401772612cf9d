import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { OrganizationId } from '../platform/database/columns.js';
import type { Transition } from './metrics.js';

/**
 * The changes of a day in live sessions, folded. The table has no key, but TypeORM needs one: rows that agree in these
 * columns are different rows. Read it with SQL.
 */
@Entity('metric_days')
@Unique(['organizationId', 'day', 'subject', 'was', 'became', 'detail'])
@Check('metric_days_subject_check', "subject IN ('action', 'approval', 'rollback', 'step')")
export class MetricDayEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('date') day: string;
  @PrimaryColumn('text') subject: Transition['subject'];
  @Column('text', { nullable: true }) was: string | null;
  @Column('text', { nullable: true }) became: string | null;
  /** The bucket of the decision, for an operator's decision. */
  @Column('text', { nullable: true }) detail: string | null;
  @Column('bigint') times: string;
}
