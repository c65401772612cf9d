import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { OAuthProvider } from '../../config/oauth-client.js';
import { OrganizationId, TimestampOfWriting } from '../../platform/database/columns.js';

/** The identity of a user at an identity provider: its subject, never the e-mail address. */
@Entity('identities')
@Unique(['provider', 'subject'])
@Check('identities_provider_check', "provider IN ('oauth-a', 'oauth-b')")
@Index('identities_organization', ['organizationId'])
@Index('identities_user', ['userId'])
export class IdentityEntity {
  @PrimaryColumn('uuid') id: string;
  @OrganizationId() organizationId: string;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @Column('uuid')
  userId: string;
  @Column('text') provider: OAuthProvider;
  @Column('text') subject: string;
  @TimestampOfWriting() createdAt: Date;
}
