import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AuditEntry } from './audit-entry.js';

@Entity('audit_entries')
export class AuditEntryEntity {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'organization_id' }) organizationId: string;
  @Column('bigint') sequence: string;
  @Column('json') actor: AuditEntry['actor'];
  @Column('text') action: string;
  @Column('json') target: AuditEntry['target'];
  @Column({ type: 'json', nullable: true }) before: AuditEntry['before'];
  @Column({ type: 'json', nullable: true }) after: AuditEntry['after'];
  @Column({ type: 'text', name: 'request_id', nullable: true }) requestId: string | null;
  @Column({ type: 'timestamptz', name: 'created_at' }) createdAt: Date;
  @Column({ type: 'text', name: 'previous_hash' }) previousHash: string;
  @Column('text') hash: string;
}
