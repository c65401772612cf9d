import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject, Reversibility } from '../../connectors/connector.js';
import { TimestampOfWriting } from '../../platform/database/columns.js';
import type { Replacement } from '../../redaction/redaction.js';

/** The state that a call will change, captured before the call. */
@Entity('snapshots')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('snapshots_check', 'capture_failed = (content IS NULL)')
@Check('snapshots_redacted_check', '(redacted IS NULL) = (sealed IS NULL)')
@Check('snapshots_reversibility_check', "reversibility IN ('exact', 'compensating')")
@Index('snapshots_session', ['sessionId'])
@Index('snapshots_unbound', { synchronize: false })
export class SnapshotEntity {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('uuid') organizationId: string;
  @Column('uuid') sessionId: string;
  @Column('text') apiName: string;
  @Column('text') payloadHash: string;
  /** Null until an action has taken the snapshot, once and for good. */
  @Column('uuid', { nullable: true }) actionId: string | null;
  @Column('boolean') captureFailed: boolean;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('json', { nullable: true }) resource: JsonObject | null;
  @Column('json', { nullable: true }) content: JsonObject | null;
  @TimestampOfWriting() capturedAt: Date;
  /** The snapshot that a capture after a decision replaced. */
  @Column('uuid', { nullable: true }) formerId: string | null;
  @Column('integer', { default: 0 }) bytes: number;
  /** Null when the name of the operation determines it. */
  @Column('text', { nullable: true }) reversibility: Reversibility | null;
  /** The replacements in the part that is shown; null when there are none. */
  @Column('jsonb', { nullable: true }) redacted: Replacement[] | null;
  /** The true content, sealed. */
  @Column('text', { nullable: true }) sealed: string | null;
}
