import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Timestamp } from '../platform/database/columns.js';
import type { AuditEntry } from './audit-entry.js';

/** A link in the chain of an organization’s audit log. */
@Entity('audit_entries')
@Unique(['organizationId', 'sequence'])
@Check('audit_entries_hash_check', "hash ~ '^[0-9a-f]{64}$'")
@Check('audit_entries_previous_hash_check', "previous_hash ~ '^[0-9a-f]{64}$'")
@Check('audit_entries_sequence_check', 'sequence > 0')
export class AuditEntryEntity {
  @ForeignKey('organizations')
  @PrimaryColumn('uuid')
  organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') sequence: string;
  @Column('json') actor: AuditEntry['actor'];
  @Column('text') action: string;
  @Column('json') target: AuditEntry['target'];
  @Column('json', { nullable: true }) before: AuditEntry['before'];
  @Column('json', { nullable: true }) after: AuditEntry['after'];
  @Column('text', { nullable: true }) requestId: string | null;
  @Timestamp() createdAt: Date;
  @Column('text') previousHash: string;
  @Column('text') hash: string;
}
