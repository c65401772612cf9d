import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** What a call that moved adds to a window, until the next ask adds it up. */
@Entity('policy_window_changes')
export class PolicyWindowChangeEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') windowId: string;
  @PrimaryColumn('uuid') actionId: string;
  @Column('numeric') delta: string;
}
