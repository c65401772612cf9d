import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A session is found by each of its labels. */
@Entity('session_labels')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Index('session_labels_session', ['organizationId', 'sessionId'])
export class SessionLabelEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('text') name: string;
  @PrimaryColumn('text') value: string;
  @PrimaryColumn('uuid') sessionId: string;
}
