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
  tabs: 'Pending or decided',
  pendingTab: 'Pending',
  decidedTab: 'Decided',
  allDecided: 'All decisions',
  approved: 'Approved',
  rejected: 'Rejected or expired',
  day: 'Requested on this day',
  note: 'Note',
  noteHelp: 'For the next operator. The agent does not see it.',
  leaveNote: 'Leave a note',
  changeNote: 'Change the note',
  saveNote: 'Save note',
  alsoOpen: (others: readonly string[]) => `${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} this open too`,
  onBehalfOf: 'on behalf of',
  asked: 'asked',
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
  target: 'Table, key, channel…',
  targetHelp: 'Sessions with a call that changes what has this name. Example: customers',
  duration: 'From the first to the last activity',
  onBehalfOf: 'on behalf of',
  onBehalfOfFilter: 'On behalf of',
  onBehalfOfHelp: 'Sessions for this user, as the agent stated it. Example: ada@example.com',
  labels: 'Labels',
  origin: { label: 'Label', toolCallId: 'Tool call', traceId: 'Trace' },
  removeFilter: (name: string, value: string) => `Remove the filter ${name} ${value}`,
  head: {
    status: 'Status',
    agent: 'Agent, on behalf of',
    intent: 'Intent and calls',
    findings: 'Findings',
    duration: 'Duration',
    last: 'Last activity',
  },
  foundNothing: 'No sessions match these filters',
  foundNothingYet: 'Nothing found yet',
  none: 'No sessions yet',
  noneOlder: 'No older sessions',
  searchedAll: 'The search has looked at all sessions that match the other filters.',
  views: 'Views',
  ownViews: 'Saved in this browser',
  viewName: 'Name of the view',
  saveView: 'Save these filters as a view',
  removeView: (name: string) => `Remove the view ${name}`,
  standardViews: {
    attention: 'Needs attention',
    drifted: 'Drifted, last 7 days',
    blocked: 'With blocked calls, last 24 hours',
    waiting: 'Awaiting approval',
  },
  export: 'Export',
  exportTitle: 'Export sessions',
  exportNote: 'The sessions that match the filters, newest first, up to 20 000.',
  exporting: (count: number) => `Reading… ${count.toLocaleString('en')} sessions`,
  exported: (count: number, isAll: boolean) =>
    isAll
      ? `${plural(count, false, 'session')} exported`
      : `The newest ${count.toLocaleString('en')} sessions exported`,
  pick: (agent: string) => `Select the session of ${agent} to compare it`,
  pickAnother: 'Select another session to compare',
  compare: 'Compare 2 sessions',
  comparing: 'Two sessions side by side',
  compareLead: 'Calls that the other session does not have are marked.',
  onlyHere: 'Only here',
  sameCalls: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'} in both`,
} as const;

/** Agents, and the undo of one since a moment. */
export const agentWords = {
  undoSince: 'Undo since…',
  undoSinceOf: (slug: string) => `Undo since… ${slug}`,
  pauseFirst: 'Pause the agent first, so that it makes no further calls',
} as const;

/** API keys. */
export const keyWords = {
  replace: 'Replace…',
  replaceNamed: (name: string) => `Replace the key ${name}`,
  replaceTitle: 'Replace the key',
  replaceNow: 'Create a new key and revoke this one',
  replaceNote:
    'The new key has the same name, kind and agent. Agents that use the old key are refused within a second; give them the new one.',
  newKey: 'The new key',
  copyNow: 'Copy it now. The service keeps its hash alone, so it cannot show the key again. An agent reads it from',
  copied: 'I have copied it',
  stillActive: 'The new key was created, but the old one is still active. Revoke it in the list.',
} as const;

/** Plans and reports of rollbacks. */
export const rollbackWords = {
  never: 'Not reversible or skipped',
  simulated: 'Simulated: no provider was called',
} as const;

/** The audit log. */
export const auditWords = {
  title: 'Audit log',
  lead: 'Every change of keys, policies, credentials, agents, approvals, rollbacks, plan and members, and who made it.',
  find: 'Search all entries',
  from: 'First day',
  to: 'Last day',
  clear: 'Clear',
  loaded: (count: number) => `${count.toLocaleString('en')} loaded`,
  found: (count: number) => `${count.toLocaleString('en')} found`,
  olderFollow: ', older ones follow',
  searchedTo: '. The search has looked back to',
  loadOlder: 'Load older entries',
  none: 'No changes yet',
  noneFound: 'No entries match',
} as const;

/** Signing in. */
export const signInWords = {
  signIn: 'Sign in',
  password: 'Password',
  again: 'Sign in again',
  againNote: 'You have been signed out. Sign in to continue; what you typed on this page is kept.',
  otherWay: 'Use another account or another way',
} as const;

/** The organization of sample data. */
export const sampleWords = {
  marked: 'Sample data: three agents of an invented shop. Nothing here reached a provider.',
  remove: 'Remove sample data',
  removeNote: 'The account sample@backstop.invalid goes, with its organization, sessions, policies and keys.',
  removeNow: 'Remove it now',
  password: 'Password of the sample account',
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
