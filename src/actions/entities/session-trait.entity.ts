import { Check, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A session is found by the connectors of its calls, and by the names of what they act on. */
@Entity('session_traits')
@ForeignKey('sessions', ['organizationId', 'sessionId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Check('session_traits_kind_check', "kind IN ('connector', 'target')")
@Check('session_traits_name_check', 'char_length(name) <= 200')
@Index('session_traits_session', ['sessionId', 'kind'])
export class SessionTraitEntity {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('text') kind: 'connector' | 'target';
  @PrimaryColumn('text') name: string;
  @PrimaryColumn('uuid') sessionId: string;
}
