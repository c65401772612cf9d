import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** A call that moved adds this to a window; the next ask adds it up. */
@Entity('policy_window_changes')
export class PolicyWindowChangeEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') windowId: string;
  @PrimaryColumn('uuid') actionId: string;
  @Column('numeric') delta: string;
}
