// The columns of the page: the scenarios of all connectors, which are in scenarios.ts, and those of one connector.

export const COLUMNS = {
  'round trip': ['round trip: a change', 'round trip: a deletion', 'round trip: a creation'],
  'taken back': [
    'taken back: a change comes back, and is undone again',
    'taken back: a deletion is made again, or the plan says that nothing does it',
    'taken back: a creation is made again, or the plan says that nothing does it',
    'taken back: what another client has set since the rollback stays, a CONFLICT',
  ],
  'other field': ['other field: what another client has set since stays'],
  'same field': ['same field: a CONFLICT'],
  deleted: ['deleted by another client: a CONFLICT'],
  'additions by others': ['additions by others: a CONFLICT, and nothing is removed'],
  'answer lost': ['answer lost: UNKNOWN without a proof, and undone by force'],
  refused: ['refused: what another client does by hand afterwards is not undone'],
  'never confirmed': ['never confirmed: UNKNOWN without a proof, undone by force, and skipped where it had no effect'],
  'never ran, done by a person': [
    'never ran, done by a person: UNKNOWN, and it stays',
    'never ran, made by a person: UNKNOWN, and it stays',
    'reported as failed, done by a person: UNKNOWN, and it stays',
  ],
  'made and deleted': ['made and deleted in one session: it is gone'],
  'wrong target': ['wrong target: nothing is undone elsewhere'],
  'unknown members': ['unknown members: the plan says that nothing undoes it'],
  'a→x→a': ['a→x→a: UNKNOWN from the middle, REVERTED as a session'],
  performed: [
    'performed: what the service did is undone from a snapshot of its own',
    'performed, answer lost: the next process never takes it for undone, nor makes it again',
    'performed, died before its effect: the next process never takes it for done',
    'performed, stale snapshot: what another client set at that moment is never written over unseen',
    'performed, never confirmed: no client can confirm it',
  ],
};

export const MORE = [
  'used by others',
  'equal by accident',
  'child in between',
  'set by a person',
  'rolled back by the agent',
  "agent's own settings",
  'copy of the place',
  'not understood body',
  'renamed',
  'twice in one transaction',
  'dependent calls',
  'changed schema',
  'touched by others first',
  'duplicates',
  'stale snapshot',
  'slow provider',
];
