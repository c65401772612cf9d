import { Column, Entity } from 'typeorm';
import { OrganizationId, TimestampOfWriting } from '../platform/database/columns.js';

/** The key of an organization, wrapped by a root key of the installation. */
@Entity('organization_keys')
export class OrganizationKeyEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @Column('integer') rootKey: number;
  @Column('bytea') wrappedKey: Buffer;
  @TimestampOfWriting() createdAt: Date;
}
