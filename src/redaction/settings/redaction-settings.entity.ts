import { Check, Column, Entity } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';
import type { Kind } from '../kinds.js';

/** A rule as an operator wrote it. */
export interface RedactionRule {
  readonly name: string;
  readonly apiNamePattern: string;
  readonly path: string;
}

/** The rules that replace values in an organization's calls before they are stored; without a row there are none. */
@Entity('redaction_settings')
@Check('redaction_settings_kinds_check', "kinds <@ ARRAY['card-number', 'key', 'email']")
@Check('redaction_settings_rules_check', "jsonb_typeof(rules) = 'array' AND jsonb_array_length(rules) <= 50")
export class RedactionSettingsEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @Column('text', { array: true }) kinds: Kind[];
  @Column('jsonb') rules: RedactionRule[];
}
