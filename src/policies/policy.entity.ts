import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Condition, PolicyAction, PolicyMode } from './policy.js';

@Entity('policies')
export class PolicyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'organization_id' }) organizationId: string;
  @Column({ type: 'text', name: 'api_name_pattern' }) apiNamePattern: string;
  @Column({ type: 'json', nullable: true }) condition: Condition | null;
  @Column('text') action: PolicyAction;
  @Column('boolean') enabled: boolean;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  @Column('text') mode: PolicyMode;
  @Column({ type: 'int', name: 'required_approvals' }) requiredApprovals: number;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false }) createdAt: Date;
  @Column({ type: 'timestamptz', name: 'updated_at', insert: false }) updatedAt: Date;
}
