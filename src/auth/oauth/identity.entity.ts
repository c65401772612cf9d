import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OAuthProvider } from '../../config/oauth-client.js';

@Entity('identities')
export class IdentityEntity {
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'organization_id' }) organizationId: string;
  @Column({ type: 'uuid', name: 'user_id' }) userId: string;
  @Column('text') provider: OAuthProvider;
  @Column('text') subject: string;
}
