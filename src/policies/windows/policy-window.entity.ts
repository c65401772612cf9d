import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** What the calls in one window come to; `hold_windows` keeps it. */
@Entity('policy_windows')
export class PolicyWindowEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('numeric', { default: 0 }) total: string;
}
