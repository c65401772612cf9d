import { Check, Column, Entity } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** How many alarms an organization wants; without a row, the default. */
@Entity('intent_settings')
@Check('intent_settings_alarm_budget_check', 'alarm_budget BETWEEN 0.5 AND 20')
export class IntentSettingsEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  /** Of a hundred sessions. */
  @Column('double precision') alarmBudget: number;
}
