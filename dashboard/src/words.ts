/**
 * The texts of the dashboard, by page, so that one reader can read all of them. How we write: short sentences, the
 * field's terms, the next step. A page that is changed moves its texts here.
 */

const counted = (count: number, isMore: boolean) => `${count.toLocaleString('en')}${isMore ? '+' : ''}`;
const plural = (count: number, isMore: boolean, one: string, many = `${one}s`) =>
  `${counted(count, isMore)} ${count === 1 && !isMore ? one : many}`;

/** The start page, and the counts in the navigation. */
export const startWords = {
  title: 'Start',
  waiting: 'Waiting for you',
  nothingWaits: 'No pending approvals.',
  pending: (count: number, isMore: boolean) => plural(count, isMore, 'pending approval'),
  ofKind: (count: number) => `${count.toLocaleString('en')} pending`,
  wrong: 'Needs attention',
  nothingWrong: 'Nothing needs attention.',
  dirty: (count: number, isMore: boolean) =>
    plural(count, isMore, 'session needs attention', 'sessions need attention'),
  rollbackFailed: (count: number, isMore: boolean) => plural(count, isMore, 'failed rollback'),
  drifted: (count: number, isMore: boolean, days: number) =>
    `${plural(count, isMore, 'session')} drifted from the stated intent in the last ${days} days`,
  connector: (name: string) => `${name}: the last check of the credential failed`,
  receiver: (kind: string, isDisabled: boolean) =>
    isDisabled ? `${kind}: switched off after failed deliveries` : `${kind}: deliveries fail`,
  paused: (name: string) => `${name} is paused`,
  quota: (used: number, limit: number) =>
    `${used.toLocaleString('en')} of ${limit.toLocaleString('en')} actions of this month are used`,
  changed: 'Since your last visit',
  nothingChanged: 'No changes since then.',
  noVisit: 'Changes of settings, policies, keys and members will be listed here on your next visit.',
  count: counted,
} as const;

/** The reasons why a session needs attention. */
export const DIRT_WORDS = {
  'not-undone': 'effects remain after a rollback',
  'rollback-incomplete': 'rollback incomplete',
  'unconfirmed-approval': 'approved call without an outcome',
  violation: 'policy violation',
  'unknown-outcome': 'unknown outcome',
} as const;

/** The inbox, and the card of an approval. */
export const inboxWords = {
  title: 'Inbox',
  pending: (count: number, isMore: boolean) =>
    `${isMore ? 'More than ' : ''}${count} pending ${count === 1 && !isMore ? 'approval' : 'approvals'}`,
  nonePending: 'No pending approvals',
  noneFound: 'No approvals match these filters',
  number: 'No.',
  whatDiffers: 'What differs',
  moreDiffers: (count: number) =>
    `${count} more ${count === 1 ? 'value differs' : 'values differ'}; see the arguments.`,
  selectAlike: (count: number) => `Select all ${count} of this session`,
  onlyExact: 'Calls that cannot be restored exactly are approved one by one.',
  exact: 'Can be undone: the previous values are restored.',
  compensating: (inverse: string | null, notes: string | null) =>
    `Partly reversible: ${inverse ?? 'a compensating call is made'}. ${notes ?? 'Some traces remain.'}`,
  none: 'Cannot be undone.',
  notCaptured: 'Cannot be undone: Backstop has no snapshot for this call.',
  noPreview: 'No preview: Backstop has no snapshot for this call.',
  requestedByAgent: 'The agent requested an approval.',
  noReason: 'No reason given.',
} as const;

/** The list of sessions, and one session. */
export const sessionsWords = {
  lead: 'Every session and its calls. Roll back from here.',
  attention: 'Attention',
  all: 'All sessions',
  needsAttention: 'Needs attention',
  withBlockedCalls: 'With blocked calls',
  noFindings: 'No findings',
} as const;

/** The shell: what surrounds every page. */
export const shellWords = {
  unreachable: 'The service does not answer. What this page shows may be out of date. Trying again…',
  away: 'The service does not answer. The page opens when the service is back.',
  outdated: 'The service was updated while this page was open.',
} as const;

/** Webhooks and their deliveries. */
export const webhooksWords = {
  failed: (attempts: number) => `Failed ${attempts === 1 ? 'once' : `${attempts} times`}`,
  nextTry: 'next try',
} as const;
