import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Timestamp } from '../platform/database/columns.js';

/** The newest link of each chain, which a transaction locks last. */
@Entity('audit_heads')
export class AuditHeadEntity {
  @ForeignKey('organizations')
  @PrimaryColumn('uuid')
  organizationId: string;
  @Column('bigint', { default: 0 }) sequence: string;
  @Column('text') hash: string;
  /** The time of the last entry. No entry is older than the one before it, even when the clock is set back. */
  @Timestamp({ default: '-infinity' }) lastAt: Date;
}
