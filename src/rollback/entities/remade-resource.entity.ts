import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../../connectors/connector.js';
import { OrganizationId, TimestampOfWriting } from '../../platform/database/columns.js';

/**
 * The new address of a resource that an undo made again. The table has no key, but TypeORM needs one: rows that agree
 * in these columns are different rows. Read it with SQL.
 */
@Entity('remade_resources')
@ForeignKey('actions', ['organizationId', 'actionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('remade_resources_check', 'former_address <> address')
@Index('remade_resources_action', ['actionId'])
@Index('remade_resources_address', { synchronize: false })
@Index('remade_resources_former', { synchronize: false })
export class RemadeResourceEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @Column('uuid') actionId: string;
  @PrimaryColumn('text') connector: string;
  @PrimaryColumn('text') kind: string;
  @PrimaryColumn('jsonb') formerAddress: JsonObject;
  @Column('jsonb') address: JsonObject;
  @TimestampOfWriting() createdAt: Date;
}
