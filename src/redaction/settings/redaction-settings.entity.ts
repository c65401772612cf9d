import { Column, Entity } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';
import type { Kind } from '../kinds.js';

/** A rule as an operator wrote it. */
export interface RedactionRule {
  readonly name: string;
  readonly apiNamePattern: string;
  readonly path: string;
}

/** What is replaced in the calls of an organization before they are stored; without a row, nothing is. */
@Entity('redaction_settings')
export class RedactionSettingsEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @Column('text', { array: true }) kinds: Kind[];
  @Column('jsonb') rules: RedactionRule[];
}
