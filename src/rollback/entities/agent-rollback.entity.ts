import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';

/** Undoes the effects of an agent since a moment: one rollback for each of its sessions. */
@Entity('agent_rollbacks')
export class AgentRollbackEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  /** The column has no foreign key: the row of an agent may be deleted, but its effects remain. */
  @Column('uuid') agentId: string;
  @Column('text') agentSlug: string;
  @Timestamp() since: Date;
  /** Sessions that were being rolled back already. */
  @Column('uuid', { array: true }) skippedSessions: string[];
  @Column('text') requestedBy: string;
  @TimestampOfWriting() createdAt: Date;
}
