import type { Session } from './api';

/** The time from the first to the last activity, in milliseconds. */
export const lengthMs = ({
  createdAt,
  completedAt,
  lastActivityAt,
}: Pick<Session, 'createdAt' | 'completedAt' | 'lastActivityAt'>): number =>
  Math.max(0, Date.parse(completedAt ?? lastActivityAt) - Date.parse(createdAt));
