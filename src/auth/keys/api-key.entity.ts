import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyKind } from './api-key.js';

@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'organization_id' }) organizationId: string;
  @Column('text') name: string;
  @Column('text') kind: ApiKeyKind;
  @Column({ type: 'text', name: 'agent_slug', nullable: true }) agentSlug: string | null;
  @Column({ type: 'bytea', name: 'secret_hash' }) secretHash: Buffer;
  @Column({ type: 'int', name: 'hash_key' }) hashKey: number;
  @Column('text') status: 'ACTIVE' | 'REVOKED';
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) createdAt: Date;
  @Column({ type: 'timestamptz', name: 'last_used_at', nullable: true, insert: false, update: false })
  lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', name: 'revoked_at', nullable: true }) revokedAt: Date | null;
}
