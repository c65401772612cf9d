import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';

/** Undoes the effects of an agent since a moment: one rollback for each of its sessions. */
@Entity('agent_rollbacks')
@Unique(['organizationId', 'id'])
export class AgentRollbackEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId() organizationId: string;
  /** The column has no foreign key: the row of an agent may be deleted, but its effects remain. */
  @Column('uuid') agentId: string;
  @Column('text') agentSlug: string;
  @Timestamp() since: Date;
  /** Sessions that were being rolled back already. */
  @Column('uuid', { array: true }) skippedSessions: string[];
  @Column('text') requestedBy: string;
  @TimestampOfWriting() createdAt: Date;
}
