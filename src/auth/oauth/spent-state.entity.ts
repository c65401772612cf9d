import { Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, TimestampOfWriting } from '../../platform/database/columns.js';

/** A state of a sign-in that was used; it signs in once, in whichever process. */
@Entity('spent_states')
@Index('spent_states_organization', ['organizationId'])
export class SpentStateEntity {
  @PrimaryColumn('text') stateHash: string;
  @OrganizationId() organizationId: string;
  @TimestampOfWriting() createdAt: Date;
}
