import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';
import type { Verdict } from '../evaluator/evaluate.js';

/** The number of sessions for each verdict, by the day they began. */
@Entity('intent_counts')
@Check('intent_counts_dimension_check', "dimension IN ('agent', 'connector')")
export class IntentCountEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('date') day: string;
  @PrimaryColumn('boolean') simulated: boolean;
  @PrimaryColumn('text') dimension: 'agent' | 'connector';
  @PrimaryColumn('text') name: string;
  @PrimaryColumn('text') verdict: Verdict;
  @Column('bigint') sessions: string;
  /** The sum of their drift scores, in thousandths. */
  @Column('bigint') drift: string;
}
