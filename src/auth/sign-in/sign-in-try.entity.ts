import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimestampOfWriting } from '../../platform/database/columns.js';

/**
 * A try to sign in that failed. It is written alike whether there is an account or not, and belongs to no organization
 * until a job has looked the address up.
 */
@Entity('sign_in_tries')
@Check('sign_in_tries_outcome_check', "outcome IN ('failed', 'limited')")
@Index('sign_in_tries_due', ['createdAt'])
export class SignInTryEntity {
  @PrimaryColumn('uuid') id: string;
  /** The account that was tried. */
  @Column('text') email: string;
  /** The address from which the account was tried. */
  @Column('text') address: string;
  /** `limited`: the account has had its tries; no password was compared, and no further such try is written down. */
  @Column('text') outcome: 'failed' | 'limited';
  @TimestampOfWriting() createdAt: Date;
}
