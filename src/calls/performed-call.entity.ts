import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Noted } from '../connectors/connector.js';
import { Timestamp, TimestampOfWriting } from '../platform/database/columns.js';

/** The work of a call that the service makes, with its lease and its fencing number. */
@Entity('performed_calls')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('performed_calls_state_check', "state IN ('waiting', 'queued', 'running', 'done')")
@Index('performed_calls_due', ['createdAt'], { where: "state IN ('queued', 'running')" })
@Index('performed_calls_session', ['sessionId'])
export class PerformedCallEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') actionId: string;
  @Column('uuid') sessionId: string;
  @Column('boolean') isRead: boolean;
  @Column('text') state: 'waiting' | 'queued' | 'running' | 'done';
  @Column('bigint', { default: 0 }) fence: string;
  @Timestamp({ nullable: true }) leasedUntil: Date | null;
  @Column('integer', { default: 0 }) attempts: number;
  /** The notes of the current attempt; null when it has done nothing. */
  @Column('json', { nullable: true }) noted: Noted | null;
  /** The reason why the call ended without having begun. */
  @Column('text', { nullable: true }) reason: string | null;
  @TimestampOfWriting() createdAt: Date;
  @Timestamp({ nullable: true }) startedAt: Date | null;
  @Timestamp({ nullable: true }) finishedAt: Date | null;
}
