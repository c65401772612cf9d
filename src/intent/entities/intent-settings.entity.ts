import { Check, Column, Entity } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';

/** The alarm budget of an organization; without a row, the default holds. */
@Entity('intent_settings')
@Check('intent_settings_alarm_budget_check', 'alarm_budget BETWEEN 0.5 AND 20')
export class IntentSettingsEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  /** The number of alarms in a hundred sessions. */
  @Column('double precision') alarmBudget: number;
}
