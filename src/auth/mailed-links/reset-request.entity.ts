import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../../platform/database/columns.js';

/** A request to set a new password for an address; the row belongs to no organization until a job has looked the address up. */
@Entity('reset_requests')
@Index('reset_requests_due', ['dueAt'])
export class ResetRequestEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') email: string;
  @TimestampOfWriting() dueAt: Date;
}
