import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Plan } from '../principal.js';

@Entity('organizations')
export class OrganizationEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
  @Column('text') plan: Plan;
  @Column('bigint') epoch: string;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) createdAt: Date;
  /** It is being erased: it accepts no credential any more. */
  @Column({ type: 'timestamptz', name: 'deleted_at', nullable: true, insert: false }) deletedAt: Date | null;
}
