import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Timestamp, TimestampOfWriting } from '../../platform/database/columns.js';
import type { Plan } from '../access/principal.js';

/** A customer of this installation: every row of another table belongs to one. */
@Entity('organizations')
@Check('organizations_plan_check', "plan IN ('FREE', 'PRO', 'TEAM')")
@Index('organizations_deleted', ['deletedAt'], { where: 'deleted_at IS NOT NULL' })
export class OrganizationEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') plan: Plan;
  /** The number rises with every change of a key, user, agent, plan or policy; cached values carry it. */
  @Column('bigint', { default: 1 }) epoch: string;
  @TimestampOfWriting() createdAt: Date;
  /** It is being erased: it accepts no credential any more. At infinity, it is held. */
  @Timestamp({ nullable: true }) deletedAt: Date | null;
}

/** True while the organization is moved to another installation: nothing begins in it, and its clients try again. */
export const isHeld = ({ deletedAt }: Pick<OrganizationEntity, 'deletedAt'>): boolean =>
  deletedAt !== null && Number(deletedAt) === Number.POSITIVE_INFINITY;
