import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** Keeps the total of the calls in one window; `lock_windows` writes it. */
@Entity('policy_windows')
export class PolicyWindowEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('numeric') total: string;
}
