import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, TimestampOfWriting } from '../platform/database/columns.js';

/** The resource that a request with an Idempotency-Key made. */
@Entity('idempotency_keys')
@Index('idempotency_keys_age', ['createdAt'])
@Index('idempotency_keys_resource', ['resourceId'], { where: 'resource_id IS NOT NULL' })
export class IdempotencyKeyEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('text') scope: string;
  @Column('text') requestHash: string;
  @Column('uuid', { nullable: true }) resourceId: string | null;
  @TimestampOfWriting() createdAt: Date;
}
