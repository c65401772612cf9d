import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';
import type { ApiKeyKind } from './api-key.js';

/** An API key of an agent, by the hash of its secret. */
@Entity('api_keys')
@Check('api_keys_check', "(status = 'REVOKED') = (revoked_at IS NOT NULL)")
@Check('api_keys_kind_check', "kind IN ('live', 'test')")
@Check('api_keys_status_check', "status IN ('ACTIVE', 'REVOKED')")
@Index('api_keys_page', ['organizationId', 'id'])
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId() organizationId: string;
  @Column('text') name: string;
  @Column('text') kind: ApiKeyKind;
  @Column('text', { nullable: true }) agentSlug: string | null;
  /** The address of the operator who made it. */
  @Column('text') createdBy: string;
  @Column('bytea') secretHash: Buffer;
  /** The version of the root key that made the hash. */
  @Column('integer') hashKey: number;
  /** Sealed: the key of the installation where the secret was hashed. Null when that was here. */
  @Column('bytea', { nullable: true }) hashSecret: Buffer | null;
  @Column('text', { default: 'ACTIVE' }) status: 'ACTIVE' | 'REVOKED';
  @TimestampOfWriting() createdAt: Date;
  @Timestamp({ nullable: true }) revokedAt: Date | null;
  @Timestamp({ nullable: true }) lastUsedAt: Date | null;
}
