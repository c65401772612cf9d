// The examples of the document tell this story: an agent gives a customer a credit, asks for a refund that an operator
// approves with a smaller amount, and is rolled back.

/** The time at which each answer of the story was sent. */
export const MOMENT = '2026-01-02T03:06:00.000Z';

export const SESSION_ID = '019f1c5e-7a52-7c3b-9d5e-0d8f4f6a1b2c';
export const UPDATE_ID = '019f1c5f-0a11-7d21-8c30-5b9e2f7a4c10';
export const REFUND_ID = '019f1c5f-1b22-7e32-9d41-6caf308b5d21';
export const APPROVAL_ID = '019f1c5f-1b23-7a43-8e52-7db0419c6e32';
export const PRECAPTURE_ID = '019f1c5f-0a05-7b54-9f63-8ec152ad7f43';
export const POLICY_ID = '019f1c50-2c33-7c65-8074-9fd263be8054';
export const ROLLBACK_ID = '019f1c62-3d44-7d76-9185-a0e374cf9165';
const AGENT_ID = '019f1c50-4e55-7e87-8296-b1f485d0a276';
export const OPERATOR_ID = '019f1c40-5f66-7f98-93a7-c20596e1b387';
const ORGANIZATION_ID = '019f1c40-5f60-7aa9-84b8-d316a7f2c498';
const KEY_ID = '019f1c51-6077-7bba-95c9-e427b803d5a9';
export const WEBHOOK_ID = '019f1c52-7188-7ccb-86da-f538c914e6ba';
export const GRANT_ID = '019f1c60-8299-7ddc-97eb-0649da25f7cb';
export const REQUEST_ID = '019f1c5f-93aa-7eed-88fc-175aeb360812';
export const EVENT_ID = '019f1c5f-a4bb-7ffe-990d-286bfc471923';

export const REGISTERED = '2026-01-01T09:00:00.000Z';
export const OPENED = '2026-01-02T03:04:00.000Z';
export const UPDATED = '2026-01-02T03:04:05.678Z';
export const ASKED = '2026-01-02T03:04:09.120Z';
export const DECIDED = '2026-01-02T03:05:30.400Z';
export const UNDONE = '2026-01-02T03:20:02.310Z';

export const INTENT = 'Give customer 7 a credit of 50 and refund their last order';
const REASON = 'Refunds over 500 need a person.';
export const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const REFUND = { charge: 'ch_3Qx8', amount: 400 };
export const REFUND_ASKED = { charge: 'ch_3Qx8', amount: 1200 };
export const REFUND_SUMMARY = 'Refund 1200 (smallest unit) of ch_3Qx8';
export const UPDATE = { table: 'customers', match: { id: 7 }, values: { credit: 50 } };
export const CONDITION = { field: 'payload.amount', operator: 'gt', value: 500 };

export const counters = {
  success: 1,
  failed: 0,
  pendingApproval: 0,
  cleared: 0,
  unknown: 0,
  rolledBack: 0,
  rollbackFailed: 0,
  blocked: 0,
};
export const session = {
  id: SESSION_ID,
  agentId: 'support-agent',
  intent: INTENT,
  onBehalfOf: 'ada@example.com',
  labels: { tier: 'gold' },
  status: 'ACTIVE',
  displayStatus: 'ACTIVE',
  counters,
  simulated: false,
  allowedCommands: { rollbackSession: true },
  createdAt: OPENED,
  updatedAt: UPDATED,
  completedAt: null,
  lastActivityAt: UPDATED,
};
export const snapshot = {
  precaptureId: PRECAPTURE_ID,
  captureFailed: false,
  reason: null,
  resource: { table: 'public.customers', rows: ['id=7'] },
  capturedAt: UPDATED,
};
export const action = {
  id: UPDATE_ID,
  sessionId: SESSION_ID,
  sequence: 1,
  effectSequence: 1,
  apiName: 'postgres.rows.update',
  summary: 'Update customers where id=7: credit 0 → 50',
  toolCallId: 'call_9hx1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  operationType: 'UPDATE',
  payload: UPDATE,
  originalPayload: null,
  response: { rowCount: 1 },
  status: 'SUCCESS',
  precaptureId: PRECAPTURE_ID,
  snapshot,
  formerSnapshot: null,
  approval: null,
  policy: { decision: 'ALLOW', policyIds: [] },
  violation: null,
  performance: null,
  settledAs: null,
  settledBy: null,
  settledAt: null,
  simulated: false,
  createdAt: UPDATED,
  updatedAt: UPDATED,
};
export const approval = {
  id: APPROVAL_ID,
  sessionId: SESSION_ID,
  actionId: REFUND_ID,
  agentId: 'support-agent',
  onBehalfOf: 'ada@example.com',
  labels: { tier: 'gold' },
  toolCallId: 'call_8gw0',
  traceparent: null,
  apiName: 'stripe.refunds.create',
  summary: REFUND_SUMMARY,
  simulated: false,
  status: 'PENDING',
  actionStatus: 'PENDING_APPROVAL',
  unconfirmed: false,
  performance: null,
  payloadSummary: '{"amount":1200,"charge":"ch_3Qx8"}',
  timeRemaining: 3_541_000,
  reason: null,
  decidedBy: null,
  approvals: { required: 1, given: [] },
  createdAt: ASKED,
  expiresAt: '2026-01-02T04:04:09.120Z',
  onExpiry: 'reject',
  decidedAt: null,
};
export const grant = {
  id: GRANT_ID,
  sessionId: SESSION_ID,
  agentId: 'support-agent',
  approvalId: APPROVAL_ID,
  apiNamePattern: 'stripe.refunds.*',
  status: 'ACTIVE',
  maxUses: 5,
  uses: 1,
  remainingUses: 4,
  createdBy: 'ada@example.com',
  createdAt: DECIDED,
  expiresAt: '2026-01-02T03:35:30.400Z',
  revokedAt: null,
};
export const policyDraft = {
  name: 'Large refunds',
  apiNamePattern: 'stripe.refunds.*',
  condition: CONDITION,
  action: 'REQUIRE_APPROVAL',
  enabled: true,
  reason: REASON,
  mode: 'enforce',
  requiredApprovals: 1,
  onChange: 'run',
  expiresAfterSeconds: null,
  onExpiry: 'reject',
};
export const agent = {
  id: AGENT_ID,
  slug: 'support-agent',
  displayName: 'Support agent',
  description: 'Looks after customers',
  status: 'ACTIVE',
  registered: true,
  sessions: 12,
  lastSeenAt: OPENED,
  createdAt: REGISTERED,
};
const undone = { counters: { ...counters, success: 0, rolledBack: 1 }, displayStatus: 'REVERTED' };
export const report = {
  sessionId: SESSION_ID,
  ...undone,
  state: 'finished',
  rollbackId: ROLLBACK_ID,
  fromActionId: null,
  reverts: null,
  startedAt: '2026-01-02T03:20:01.900Z',
  finishedAt: UNDONE,
  progress: { finished: 1, total: 1 },
  results: [
    {
      actionId: UPDATE_ID,
      apiName: 'postgres.rows.update',
      summary: 'Update customers where id=7: credit=50',
      outcome: 'ROLLED_BACK',
      isUnproved: false,
      settledAs: null,
      settledBy: null,
      settledAt: null,
      detail: 'restored',
      items: [
        {
          resource: 'public.customers id=7',
          result: 'restored',
          fields: [{ field: 'credit', before: 0, after: 50, now: 50, result: 'restored' }],
        },
      ],
    },
  ],
  hash: null,
  unverifiedReads: [],
};
export const key = {
  id: KEY_ID,
  name: 'production',
  kind: 'live',
  agentId: 'support-agent',
  status: 'ACTIVE',
  createdAt: REGISTERED,
  lastUsedAt: OPENED,
  revokedAt: null,
};
export const user = { id: OPERATOR_ID, email: 'ada@example.com', name: 'Ada', emailVerified: true };
export const organization = { id: ORGANIZATION_ID, name: "Ada's organization", plan: 'TEAM' };
export const webhook = {
  id: WEBHOOK_ID,
  kind: 'webhook',
  url: 'https://example.com/hook',
  events: ['approval.requested', 'rollback.finished'],
  description: 'The pager',
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  createdAt: REGISTERED,
  updatedAt: REGISTERED,
};
export const approvalEvent = {
  sessionId: SESSION_ID,
  agentId: 'support-agent',
  onBehalfOf: 'ada@example.com',
  labels: { tier: 'gold' },
  toolCallId: 'call_8gw0',
  traceparent: null,
  simulated: false,
  approvalId: APPROVAL_ID,
  actionId: REFUND_ID,
  apiName: 'stripe.refunds.create',
  operationType: 'CREATE',
  status: 'PENDING',
  reason: REASON,
  review: false,
  expiresAt: approval.expiresAt,
  onExpiry: 'reject',
  decidedAt: null,
};
export const url = `https://backstop.example/dashboard/approvals/${APPROVAL_ID}`;
export const event = (type: string, timestamp: string, data: object) => ({ id: EVENT_ID, type, timestamp, data });
export const found = {
  verdict: 'ALIGNED',
  driftScore: 0.08,
  scopeAdherence: 1,
  targetAdherence: 0.9,
  effectSeverity: 0.3,
  driftOnsetActionId: null,
  worstActionId: REFUND_ID,
  evaluator: { name: 'rules', failed: false },
};
export const level = {
  alarmBudget: 3,
  sessions: 140,
  reviewFrom: 0.411,
  driftedFrom: 0.7364,
  percentile: 12.1,
  heldBack: false,
  history: [61, 38, 19, 9, 5, 4, 2, 2, 1, 0],
};
export const mark = {
  id: EVENT_ID,
  sessionId: SESSION_ID,
  actionId: null,
  agentId: 'support-agent',
  simulated: false,
  mark: 'fine',
  source: 'operator',
  note: 'The refund was agreed by telephone.',
  markedBy: 'ada@example.com',
  createdAt: UPDATED,
};
export const doubt = {
  code: 'value-not-in-intent',
  message: 'The amount 1200 is not in the intent.',
  evidence: '1200',
};

const noStatus = { CLEARED: 0, PENDING_APPROVAL: 0, REJECTED: 0, BLOCKED: 0, FAILED: 0, UNKNOWN: 0, ROLLED_BACK: 0 };
const noKind = { blocked: 0, unapproved: 0, paused: 0, 'after-completion': 0, 'after-rollback': 0 };
const noOutcome = { ROLLBACK_FAILED: 0, CONFLICT: 0, IRREVERSIBLE: 0, UNKNOWN: 0, SKIPPED: 0 };
const approvals = { pending: 1, approved: 29, rejected: 2, expired: 1, withdrawn: 0, medianDecisionMs: 81_280 };
/** The figures of live sessions. */
export const figures = {
  actions: {
    total: 1204,
    byStatus: { ...noStatus, SUCCESS: 1180, FAILED: 14, BLOCKED: 6, ROLLED_BACK: 4, ROLLBACK_FAILED: 0 },
  },
  successRate: 0.988,
  blocked: 6,
  violations: { total: 1, byKind: { ...noKind, unapproved: 1, 'payload-mismatch': 0, ungated: 0 } },
  approvals,
  rollbacks: { started: 3, finished: 3, outcomes: { ...noOutcome, ROLLED_BACK: 4 } },
};
export const noFigures = {
  actions: { total: 0, byStatus: { ...noStatus, SUCCESS: 0, ROLLBACK_FAILED: 0 } },
  successRate: null,
  blocked: 0,
  violations: { total: 0, byKind: { ...noKind, 'payload-mismatch': 0, ungated: 0 } },
  approvals: { pending: 0, approved: 0, rejected: 0, expired: 0, withdrawn: 0, medianDecisionMs: null },
  rollbacks: { started: 0, finished: 0, outcomes: { ...noOutcome, ROLLED_BACK: 0 } },
};
export const intents = {
  sessions: 12,
  verdicts: { ALIGNED: 9, REVIEW: 1, DRIFTED: 0, INSUFFICIENT_EVIDENCE: 2 },
  averageDriftScore: 0.11,
};
export const noIntents = {
  sessions: 0,
  verdicts: { ALIGNED: 0, REVIEW: 0, DRIFTED: 0, INSUFFICIENT_EVIDENCE: 0 },
  averageDriftScore: null,
};
