/** The sample organization holds three agents, and their work for a shop in a week. */

/** A call as an agent asks for it; `fails`: the provider refused it. */
export interface SampleCall {
  readonly apiName: string;
  readonly operationType: 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'READ';
  readonly payload: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly fails?: true;
  /** The agent stopped before it learned the outcome. */
  readonly isLost?: true;
}

export interface SampleSession {
  readonly agentId: string;
  readonly intent: string;
  /** 0 is today: approvals that wait were asked for now. */
  readonly daysAgo: number;
  readonly onBehalfOf?: string;
  readonly calls: readonly SampleCall[];
  /** It is still open. */
  readonly isOpen?: true;
}

export const SAMPLE_AGENTS = [
  { slug: 'support-agent', displayName: 'Support agent', description: 'Answers customers and refunds orders.' },
  { slug: 'billing-agent', displayName: 'Billing agent', description: 'Corrects invoices and credits in PostgreSQL.' },
  { slug: 'release-agent', displayName: 'Release agent', description: 'Opens issues and announces releases.' },
] as const;

/** The policies are only for the plan TEAM; the other plans have none. */
export const SAMPLE_POLICIES = [
  {
    name: 'Refunds over 500 need a person',
    apiNamePattern: 'stripe.refunds.create',
    condition: { field: 'amount', operator: 'gt', value: 50_000 },
    action: 'REQUIRE_APPROVAL',
    reason: 'A refund of more than 500.00 is decided by a person.',
  },
  {
    name: 'No agent deletes customers',
    apiNamePattern: 'postgres.rows.delete',
    condition: { field: 'target.table', operator: 'eq', value: 'customers' },
    action: 'BLOCK',
    reason: 'Customers are archived, never deleted.',
  },
  {
    name: 'Posts to #outage need a person',
    apiNamePattern: 'slack.chat.postMessage',
    condition: { field: 'channel', operator: 'eq', value: '#outage' },
    action: 'REQUIRE_APPROVAL',
    reason: 'The whole company reads #outage.',
  },
] as const;

const refund = (intent: string, amount: number): SampleCall => ({
  apiName: 'stripe.refunds.create',
  operationType: 'CREATE',
  payload: { payment_intent: intent, amount, currency: 'eur' },
  response: { id: `re_${intent.slice(3)}`, amount },
});
const credit = (id: number, value: number): SampleCall => ({
  apiName: 'postgres.rows.update',
  operationType: 'UPDATE',
  payload: { table: 'customers', match: { id }, values: { credit: value }, rowCount: 1 },
  response: { rowCount: 1 },
});
const read = (table: string, id: number): SampleCall => ({
  apiName: 'postgres.rows.select',
  operationType: 'READ',
  payload: { table, match: { id } },
  response: { rowCount: 1 },
});
const post = (channel: string, text: string): SampleCall => ({
  apiName: 'slack.chat.postMessage',
  operationType: 'CREATE',
  payload: { channel, text },
  response: { ok: true, ts: '1764400000.000100' },
});
const issue = (title: string): SampleCall => ({
  apiName: 'github.issues.create',
  operationType: 'CREATE',
  payload: { owner: 'shop', repo: 'web', title },
  response: { number: 7 },
});

const day = (daysAgo: number, agentId: string, intent: string, ...calls: readonly SampleCall[]): SampleSession => ({
  daysAgo,
  agentId,
  intent,
  ...(agentId === 'support-agent' && { onBehalfOf: 'grace@shop.example' }),
  calls,
});

export const SAMPLE_SESSIONS: readonly SampleSession[] = [
  day(
    6,
    'billing-agent',
    'Correct the credit of customers 41 to 43',
    read('customers', 41),
    credit(41, 10),
    credit(42, 25),
    credit(43, 300),
  ),
  day(6, 'support-agent', 'Refund the order of customer 43', read('orders', 1043), refund('pi_3QX1', 4_900)),
  day(
    6,
    'release-agent',
    'Report the failing checkout test',
    issue('Checkout test fails on Safari'),
    post('#engineering', 'I opened an issue for the checkout test.'),
  ),
  day(
    5,
    'support-agent',
    'Answer the questions in #support',
    post('#support', 'Your parcel left our warehouse today.'),
    post('#support', 'The invoice is in your account.'),
  ),
  day(5, 'billing-agent', 'Archive customers who left', read('customers', 17), {
    apiName: 'postgres.rows.delete',
    operationType: 'DELETE',
    payload: { table: 'customers', match: { id: 17 } },
  }),
  day(3, 'support-agent', 'Refund what the outage cost', refund('pi_3QX2', 1_900), refund('pi_3QX3', 2_900), {
    ...refund('pi_3QX4', 3_900),
    fails: true,
    response: { error: 'charge_already_refunded' },
  }),
  day(
    3,
    'release-agent',
    'Announce version 2.4',
    issue('Release 2.4'),
    post('#engineering', 'Version 2.4 is released.'),
  ),
  day(1, 'billing-agent', 'Set the credit of the loyalty programme', credit(51, 50), credit(52, 50), {
    ...credit(53, 50),
    isLost: true,
  }),
  {
    ...day(
      0,
      'support-agent',
      'Refund order 1099, which arrived broken',
      read('orders', 1099),
      refund('pi_3QX9', 54_900),
    ),
    isOpen: true,
  },
  {
    ...day(
      0,
      'release-agent',
      'Announce that the shop is back',
      post('#outage', 'The shop is back. We are looking into the cause.'),
    ),
    isOpen: true,
  },
];
