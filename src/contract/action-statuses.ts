/** The facts of a status, for all code that treats several statuses alike. */
export interface StatusFacts {
  /** The effect of the call on the world: `possible` until the resource has been read. */
  readonly effect: 'none' | 'possible' | 'certain' | 'undone';
  /** It waits for a decision, or for its outcome. */
  readonly isOpen: boolean;
  /** The outcome has been reported, decided or proved. */
  readonly isKnown: boolean;
  /** The counter of the session that counts its calls. */
  readonly counter: string | null;
  /** A client may log a call with it. */
  readonly canBeLogged: boolean;
  /** The call does not count in the windows of policies. */
  readonly leavesWindows: boolean;
}

/** Every status of an action. The domain `action_status` of the database takes the same ones. */
export const ACTION_STATUSES = {
  CLEARED: {
    effect: 'possible',
    isOpen: true,
    isKnown: false,
    counter: 'cleared',
    canBeLogged: true,
    leavesWindows: false,
  },
  PENDING_APPROVAL: {
    effect: 'none',
    isOpen: true,
    isKnown: false,
    counter: 'pendingApproval',
    canBeLogged: true,
    leavesWindows: true,
  },
  REJECTED: { effect: 'none', isOpen: false, isKnown: true, counter: null, canBeLogged: false, leavesWindows: true },
  BLOCKED: {
    effect: 'none',
    isOpen: false,
    isKnown: true,
    counter: 'blocked',
    canBeLogged: false,
    leavesWindows: false,
  },
  SUCCESS: {
    effect: 'certain',
    isOpen: false,
    isKnown: true,
    counter: 'success',
    canBeLogged: true,
    leavesWindows: false,
  },
  FAILED: {
    effect: 'possible',
    isOpen: false,
    isKnown: true,
    counter: 'failed',
    canBeLogged: true,
    leavesWindows: true,
  },
  UNKNOWN: {
    effect: 'possible',
    isOpen: false,
    isKnown: false,
    counter: 'unknown',
    canBeLogged: false,
    leavesWindows: false,
  },
  ROLLED_BACK: {
    effect: 'undone',
    isOpen: false,
    isKnown: true,
    counter: 'rolledBack',
    canBeLogged: false,
    leavesWindows: true,
  },
  ROLLBACK_FAILED: {
    effect: 'certain',
    isOpen: false,
    isKnown: true,
    counter: 'rollbackFailed',
    canBeLogged: false,
    leavesWindows: false,
  },
} as const satisfies Readonly<Record<string, StatusFacts>>;

type Statuses = typeof ACTION_STATUSES;

export type ActionStatus = keyof Statuses;

/**
 * The statuses with which a call may be logged: asking before it runs, asking for an approval, or reporting a call that
 * ran.
 */
export type LoggedStatus = { [S in ActionStatus]: Statuses[S]['canBeLogged'] extends true ? S : never }[ActionStatus];

export type StatusCounter = NonNullable<Statuses[ActionStatus]['counter']>;
