import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import type { PolicyEvent } from '../../policies/history/policy-events.js';

/**
 * The events of the calls that a policy matched on a day, folded; live sessions only. The table has no key, but TypeORM
 * needs one: rows that agree in these columns are different rows. Read it with SQL.
 */
@Entity('policy_days')
@ForeignKey('policies', ['organizationId', 'policyId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Unique(['organizationId', 'policyId', 'day', 'event', 'seconds'])
export class PolicyDayEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') policyId: string;
  /** The day on which the call was logged, in UTC. */
  @PrimaryColumn('date') day: string;
  @PrimaryColumn('text') event: PolicyEvent;
  /** The duration of an operator's decision, in seconds; null for other events. */
  @Column('integer', { nullable: true }) seconds: number | null;
  @Column('bigint') times: string;
}
