const times = Number(process.env.CAMPAIGN_TIMES ?? 0);

/** True in the full form of a campaign (`npm run campaigns`), false in the short one (`npm test`). */
export const isFull = times > 0;

/** The size of a campaign: the short form, or `--times` times the full one. */
export const sized = ({ short, full }: { short: number; full: number }): number => (isFull ? full * times : short);

/** All cases in the full form of a campaign, and the first one in the short form. */
export const sampleOf = <T>(cases: readonly T[]): readonly T[] => (isFull ? cases : cases.slice(0, 1));
