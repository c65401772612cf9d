import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Transition } from './metrics.js';

/**
 * The number of times that a subject went from one state to another, noted in the transaction of the change. The table
 * has no key, but TypeORM needs one: rows that agree in these columns are different rows. Read it with SQL.
 */
@Entity('metric_changes')
@Index('metric_changes_organization', ['organizationId'])
export class MetricChangeEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('timestamptz', { precision: 3, default: () => 'now()' }) at: Date;
  @PrimaryColumn('boolean') simulated: boolean;
  @PrimaryColumn('text') subject: Transition['subject'] | 'policy';
  /** Null when the subject was created. */
  @Column('text', { nullable: true }) was: string | null;
  /** Null when the subject was removed. */
  @Column('text', { nullable: true }) became: string | null;
  @Column('text', { nullable: true }) detail: string | null;
  @Column('integer') times: number;
  /** Approvals that were opened with it. */
  @Column('integer', { default: 0 }) opened: number;
  /** The policy whose statistics change; `became` is a PolicyEvent then. */
  @Column('uuid', { nullable: true }) policyId: string | null;
}
