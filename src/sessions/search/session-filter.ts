import type { DisplayStatus } from '../session.js';

export const VERDICTS = ['ALIGNED', 'REVIEW', 'DRIFTED', 'INSUFFICIENT_EVIDENCE'] as const;

/** The filter of a list of sessions; an absent member does not restrict the list. */
export interface SessionFilter {
  /** The agent's slug. */
  readonly agentId?: string;
  /** The status that is displayed. */
  readonly status?: DisplayStatus;
  readonly dirty?: boolean;
  /** A policy blocked a call of it. */
  readonly blocked?: boolean;
  /** The verdict of the latest evaluation; a session that was not evaluated yet has none. */
  readonly drift?: (typeof VERDICTS)[number];
  /** The id of a connector of one of its calls. */
  readonly connector?: string;
  /** A name of what one of its calls acts on, in any case. */
  readonly target?: string;
  /** The user whose task it is. */
  readonly onBehalfOf?: string;
  readonly label?: { readonly name: string; readonly value: string };
  /** The id of a tool call of it. */
  readonly toolCallId?: string;
  /** The trace of one of its calls. */
  readonly traceId?: string;
  /** Opened then or later. */
  readonly since?: Date;
  /** Opened before. */
  readonly until?: Date;
  /** Part of the intent, or of the name of one of its calls, in any case. */
  readonly text?: string;
  /** The session after which the page begins. */
  readonly after?: Place;
}

/** A session's place in a list; `createdAt` where the list is ordered by time. */
interface Place {
  readonly id: string;
  readonly createdAt: Date | null;
}

export interface FoundSessions {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
  /** The oldest session in which a text was looked for was opened then; null where none was looked for. */
  readonly searchedTo: Date | null;
}

/** Clients hand it back as they got it. */
export const CURSOR = /^(\d{1,15}_)?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** An id, and before it the milliseconds of the session's time where the list is ordered by that. */
export const toCursor = ({ id, createdAt }: Place): string => (createdAt ? `${createdAt.getTime()}_${id}` : id);

/** The text fits `CURSOR`. */
export function fromCursor(cursor: string): Place {
  const [id = '', milliseconds] = cursor.split('_').reverse();
  return { id, createdAt: milliseconds === undefined ? null : new Date(Number(milliseconds)) };
}
