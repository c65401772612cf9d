import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, TimestampOfWriting } from '../../../platform/database/columns.js';

/** A group of members, which policies name to say who approves a call. */
@Entity('team_groups')
@Check('team_groups_name_check', 'char_length(name) BETWEEN 1 AND 100')
@Index('team_groups_name', ['organizationId', 'name'], { unique: true })
export class GroupEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** The name that people use; unique in the organization. */
  @Column('text') name: string;
  @TimestampOfWriting() createdAt: Date;
  @TimestampOfWriting() updatedAt: Date;
}
