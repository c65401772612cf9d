/** Sessions of one day begin so many minutes apart at most. */
const APART_MINUTES = 47;
const DAY_MINUTES = 24 * 60;

/**
 * By how many minutes a session of the sample goes back, so that it is on its day by UTC at every hour.
 * @param place of the session among `count` ones, the oldest first
 */
export function minutesBack(daysAgo: number, place: number, count: number, now: Date): number {
  if (daysAgo === 0) return 0;
  const ofToday = now.getUTCHours() * 60 + now.getUTCMinutes();
  const apart = Math.min(APART_MINUTES, Math.floor(ofToday / count));
  return daysAgo * DAY_MINUTES + (count - place) * apart;
}
