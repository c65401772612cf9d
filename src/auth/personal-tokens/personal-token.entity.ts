import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { TokenScope } from '../../contract/token-scopes.js';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';

/** A token with which a program speaks for an operator, by the hash of its secret. It goes with its user. */
@Entity('personal_tokens')
@Check('personal_tokens_expires_at_check', "expires_at <= created_at + interval '367 days'")
@Check('personal_tokens_scopes_check', "scopes <@ ARRAY['policies', 'read', 'decide'] AND cardinality(scopes) > 0")
@Index('personal_tokens_page', ['organizationId', 'userId', 'id'])
@Index('personal_tokens_user', ['userId'])
export class PersonalTokenEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId() organizationId: string;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @Column('uuid')
  userId: string;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: TokenScope[];
  @Column('bytea') secretHash: Buffer;
  /** The version of the root key that made the hash. */
  @Column('integer') hashKey: number;
  /** Sealed: the key of the installation where the secret was hashed. Null when that was here. */
  @Column('bytea', { nullable: true }) hashSecret: Buffer | null;
  /** The user's version when it was made: a new password ends the token as it ends every session. */
  @Column('integer') tokenVersion: number;
  @Timestamp() expiresAt: Date;
  @TimestampOfWriting() createdAt: Date;
  @Timestamp({ nullable: true }) revokedAt: Date | null;
  /** Five minutes old at most while the token is used. */
  @Timestamp({ nullable: true }) lastUsedAt: Date | null;
}
