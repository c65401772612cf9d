import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns.js';
import type { AgentProfile } from '../evaluator/habits/profile.js';
import type { SessionScore } from '../level/level.js';

/** The distribution of the drift scores of an agent's last sessions, and the profile of its work in them. */
@Entity('intent_levels')
@Check('intent_levels_profile_check', 'octet_length(profile::text) <= 65536')
export class IntentLevelEntity {
  @OrganizationId({ isKey: true }) organizationId: string;
  @PrimaryColumn('text') agentSlug: string;
  @PrimaryColumn('boolean') simulated: boolean;
  /** The version that made `scores`. */
  @Column('text') evaluator: string;
  @Column('json') scores: SessionScore[];
  @Column('date') day: string;
  @Column('double precision', { array: true }) anchors: number[];
  @Column('double precision', { array: true }) levels: number[];
  @Column('json', { nullable: true }) profile: AgentProfile | null;
}
