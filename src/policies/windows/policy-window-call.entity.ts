import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** A call in a window. */
@Entity('policy_window_calls')
@Check('policy_window_calls_amount_check', 'amount >= 0')
@Check('policy_window_calls_check', 'NOT (waits AND counts)')
@Index('policy_window_calls_over', ['organizationId', 'windowId', 'at'], { where: 'NOT waits' })
export class PolicyWindowCallEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') actionId: string;
  @PrimaryColumn('uuid') windowId: string;
  @Column('timestamptz') at: Date;
  @Column('numeric') amount: string;
  /** It was permitted, and has not failed, been rejected or undone. */
  @Column('boolean') counts: boolean;
  /** It waits for a person. */
  @Column('boolean') waits: boolean;
  @Column('integer') seconds: number;
  /** The limit of a policy that blocks the call where it is exceeded. */
  @Column('text', { nullable: true }) operator: string | null;
  @Column('numeric', { nullable: true }) bound: string | null;
}
