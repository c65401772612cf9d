import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { OrganizationId, Timestamp, TimestampOfWriting } from '../platform/database/columns.js';

/** The values that a connector needs to reach its provider, sealed, and the last check of them. */
@Entity('credentials')
@Unique(['organizationId', 'connector'])
export class CredentialEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') connector: string;
  @Column('integer') version: number;
  @Column('text', { array: true }) fields: string[];
  @Column('bytea') wrappedKey: Buffer;
  @Column('bytea') sealedValues: Buffer;
  /** Patterns of the operations that agents may have the service perform with it. */
  @Column('text', { array: true, default: [] }) agentOperations: string[];
  @TimestampOfWriting() createdAt: Date;
  @TimestampOfWriting() updatedAt: Date;
  /** The last check of this version; null before the first. */
  @Timestamp({ nullable: true }) lastCheckedAt: Date | null;
  @Column('boolean', { nullable: true }) lastCheckOk: boolean | null;
  @Column('integer', { nullable: true }) lastCheckLatencyMs: number | null;
  @Column('text', { nullable: true }) lastCheckDetail: string | null;
}
