/** Used of the limit, 0 to 1. A limit of 0 is used up at once. */
export const part = (used: number, limit: number): number => (limit <= 0 ? 1 : Math.min(Math.max(used / limit, 0), 1));
