import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'organization_id' }) organizationId: string;
  @Column('text') email: string;
  @Column('text') name: string;
  /** Null: signs in through a provider only. */
  @Column({ type: 'text', name: 'password_hash', nullable: true }) passwordHash: string | null;
  @Column({ type: 'int', name: 'token_version', insert: false }) tokenVersion: number;
  @Column({ type: 'timestamptz', name: 'email_verified_at', nullable: true }) emailVerifiedAt: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) createdAt: Date;
}
