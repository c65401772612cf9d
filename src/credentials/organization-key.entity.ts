import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../platform/database/columns.js';

/** The key of an organization, wrapped by a root key of the installation. */
@Entity('organization_keys')
export class OrganizationKeyEntity {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('organizations', { onDelete: 'CASCADE' })
  @Column('uuid', { unique: true })
  organizationId: string;
  @Column('integer') rootKey: number;
  @Column('bytea') wrappedKey: Buffer;
  @TimestampOfWriting() createdAt: Date;
}
