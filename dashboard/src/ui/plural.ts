/** Formats a number of things: `1,200`, or `500+` where there are more than were counted. */
export const counted = (count: number, isMore: boolean) => `${count.toLocaleString('en')}${isMore ? '+' : ''}`;

/** Formats a number of things with their noun: `1 session`, `2 sessions`, `500+ sessions`. */
export const plural = (count: number, isMore: boolean, one: string, many = `${one}s`) =>
  `${counted(count, isMore)} ${count === 1 && !isMore ? one : many}`;
