import { ActionEntity } from './actions/entities/action.entity.js';
import { SessionTraitEntity } from './actions/entities/session-trait.entity.js';
import { SnapshotEntity } from './actions/entities/snapshot.entity.js';
import { UsageMonthEntity } from './actions/entities/usage-month.entity.js';
import { ApprovalEntity } from './approvals/approval.entity.js';
import { ApprovalVoteEntity } from './approvals/approval-vote.entity.js';
import { ApprovalGrantEntity } from './approvals/grants/approval-grant.entity.js';
import { ApprovalViewerEntity } from './approvals/handover/approval-viewer.entity.js';
import { AuditEntryEntity } from './audit/audit-entry.entity.js';
import { AuditHeadEntity } from './audit/audit-head.entity.js';
import { BrowserSessionEntity } from './auth/browser/browser-session.entity.js';
import { IdempotencyKeyEntity } from './auth/idempotency-key.entity.js';
import { ApiKeyEntity } from './auth/keys/api-key.entity.js';
import { MailedLinkEntity } from './auth/mailed-links/mailed-link.entity.js';
import { ResetRequestEntity } from './auth/mailed-links/reset-request.entity.js';
import { IdentityEntity } from './auth/oauth/identity.entity.js';
import { SpentStateEntity } from './auth/oauth/spent-state.entity.js';
import { OrganizationEntity } from './auth/organizations/organization.entity.js';
import { UserEntity } from './auth/organizations/user.entity.js';
import { PersonalTokenEntity } from './auth/personal-tokens/personal-token.entity.js';
import { SignInTryEntity } from './auth/sign-in/sign-in-try.entity.js';
import { BillingCustomerEntity } from './billing/billing-customer.entity.js';
import { SubscriptionEventEntity } from './billing/subscription-event.entity.js';
import { PerformedCallEntity } from './calls/performed-call.entity.js';
import { CredentialEntity } from './credentials/credential.entity.js';
import { OrganizationKeyEntity } from './credentials/organization-key.entity.js';
import { WebhookEntity } from './events/entities/webhook.entity.js';
import { WebhookDeliveryEntity } from './events/entities/webhook-delivery.entity.js';
import { ActionIntentEntity } from './intent/entities/action-intent.entity.js';
import { IntentCountEntity } from './intent/entities/intent-count.entity.js';
import { IntentJudgeDayEntity } from './intent/entities/intent-judge-day.entity.js';
import { IntentJudgementEntity } from './intent/entities/intent-judgement.entity.js';
import { IntentLevelEntity } from './intent/entities/intent-level.entity.js';
import { IntentMarkEntity } from './intent/entities/intent-mark.entity.js';
import { IntentSettingsEntity } from './intent/entities/intent-settings.entity.js';
import { SessionIntentEntity } from './intent/entities/session-intent.entity.js';
import { MetricChangeEntity } from './metrics/metric-change.entity.js';
import { MetricDayEntity } from './metrics/metric-day.entity.js';
import { MetricTotalEntity } from './metrics/metric-total.entity.js';
import { PolicyDayEntity } from './metrics/policies/policy-day.entity.js';
import { PolicyEntity } from './policies/policy.entity.js';
import { PolicySettingsEntity } from './policies/settings/policy-settings.entity.js';
import { PolicyWindowEntity } from './policies/windows/policy-window.entity.js';
import { PolicyWindowCallEntity } from './policies/windows/policy-window-call.entity.js';
import { PolicyWindowChangeEntity } from './policies/windows/policy-window-change.entity.js';
import { RedactionSettingsEntity } from './redaction/settings/redaction-settings.entity.js';
import { AgentRollbackEntity } from './rollback/entities/agent-rollback.entity.js';
import { RemadeResourceEntity } from './rollback/entities/remade-resource.entity.js';
import { RollbackEntity } from './rollback/entities/rollback.entity.js';
import { RollbackStepEntity } from './rollback/entities/rollback-step.entity.js';
import { AgentEntity } from './sessions/agent.entity.js';
import { SessionEntity } from './sessions/session.entity.js';
import { SessionLabelEntity } from './sessions/session-label.entity.js';

/** An entity for every table but those in which `migrate` keeps its own notes. */
export const ENTITIES = [
  ActionEntity,
  SnapshotEntity,
  SessionTraitEntity,
  UsageMonthEntity,
  ApprovalEntity,
  ApprovalVoteEntity,
  ApprovalViewerEntity,
  ApprovalGrantEntity,
  AuditEntryEntity,
  AuditHeadEntity,
  BrowserSessionEntity,
  IdempotencyKeyEntity,
  ApiKeyEntity,
  PersonalTokenEntity,
  MailedLinkEntity,
  ResetRequestEntity,
  SignInTryEntity,
  IdentityEntity,
  SpentStateEntity,
  OrganizationEntity,
  UserEntity,
  BillingCustomerEntity,
  SubscriptionEventEntity,
  CredentialEntity,
  OrganizationKeyEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  ActionIntentEntity,
  IntentCountEntity,
  IntentJudgeDayEntity,
  IntentJudgementEntity,
  IntentLevelEntity,
  IntentMarkEntity,
  IntentSettingsEntity,
  SessionIntentEntity,
  MetricChangeEntity,
  MetricDayEntity,
  MetricTotalEntity,
  PolicyDayEntity,
  PolicyEntity,
  PolicySettingsEntity,
  PolicyWindowCallEntity,
  PolicyWindowChangeEntity,
  PolicyWindowEntity,
  RedactionSettingsEntity,
  PerformedCallEntity,
  AgentRollbackEntity,
  RemadeResourceEntity,
  RollbackEntity,
  RollbackStepEntity,
  AgentEntity,
  SessionEntity,
  SessionLabelEntity,
];
