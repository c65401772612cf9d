import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { OrganizationId } from '../platform/database/columns.js';
import type { Transition } from './metrics.js';

/**
 * The changes of all time, folded. The table has no key, but TypeORM needs one: rows that agree in these columns are
 * different rows. Read it with SQL.
 */
@Entity('metric_totals')
@Unique('metric_totals_organization_id_simulated_subject_was_became__key', [
  'organizationId',
  'simulated',
  'subject',
  'was',
  'became',
  'detail',
])
@Check('metric_totals_subject_check', "subject IN ('action', 'approval', 'rollback', 'step')")
export class MetricTotalEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('boolean') simulated: boolean;
  @PrimaryColumn('text') subject: Transition['subject'];
  @Column('text', { nullable: true }) was: string | null;
  @Column('text', { nullable: true }) became: string | null;
  @Column('text', { nullable: true }) detail: string | null;
  @Column('bigint') times: string;
}
