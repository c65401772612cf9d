/** Texts of the inbox and of the card of an approval. */
export const inboxWords = {
  title: 'Inbox',
  pending: (count: number, isMore: boolean) =>
    `${isMore ? 'More than ' : ''}${count} pending ${count === 1 && !isMore ? 'approval' : 'approvals'}`,
  nonePending: 'No pending approvals',
  noneFound: 'No approvals match these filters',
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
