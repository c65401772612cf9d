import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** The number of actions of its quota that an organization used in a month. */
@Entity('usage_months')
@Check('usage_months_actions_check', 'actions >= 0')
export class UsageMonthEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('date') month: string;
  @Column('bigint', { default: 0 }) actions: string;
}
