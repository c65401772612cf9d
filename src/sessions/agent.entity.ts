import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../platform/database/columns.js';

export type AgentStatus = 'ACTIVE' | 'PAUSED';

/** An agent, registered or just seen in a session. */
@Entity('agents')
@Unique(['organizationId', 'slug'])
@Check('agents_status_check', "status IN ('ACTIVE', 'PAUSED')")
@Index('agents_paused', ['organizationId', 'slug'], { where: "status = 'PAUSED'" })
export class AgentEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') slug: string;
  @Column('text') displayName: string;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: 'ACTIVE' }) status: AgentStatus;
  @Column('boolean') registered: boolean;
  @Column('integer', { default: 0 }) sessions: number;
  @Timestamp({ nullable: true }) lastSeenAt: Date | null;
  @TimestampOfWriting() createdAt: Date;
}
