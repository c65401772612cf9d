/** Returns the used part of the limit, from 0 to 1, both included. A limit of 0 is always used up. */
export const part = (used: number, limit: number): number => (limit <= 0 ? 1 : Math.min(Math.max(used / limit, 0), 1));
