import { Column, Entity } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';
import type { PolicyAction } from '../policy.js';

/** The verdict on calls that no enforced policy matches; without a row, they are allowed. */
@Entity('policy_settings')
export class PolicySettingsEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @Column('text') unmatched: PolicyAction;
}
