import { Column, Entity, PrimaryColumn } from 'typeorm';

export type AgentStatus = 'ACTIVE' | 'PAUSED';

@Entity('agents')
export class AgentEntity {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'organization_id' }) organizationId: string;
  @Column('text') slug: string;
  @Column({ type: 'text', name: 'display_name' }) displayName: string;
  @Column('text') description: string;
  @Column('text') status: AgentStatus;
  @Column('boolean') registered: boolean;
  @Column({ type: 'int', insert: false }) sessions: number;
  @Column({ type: 'timestamptz', name: 'last_seen_at', nullable: true, insert: false }) lastSeenAt: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) createdAt: Date;
}
