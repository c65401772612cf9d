const times = Number(process.env.CAMPAIGN_TIMES ?? 0);

/** True in the full form of a campaign (`npm run campaigns`), false in the short one (`npm test`). */
export const isFull = times > 0;

/** The size of a campaign: the short form, or `--times` times the full one. */
export const sized = ({ short, full }: { short: number; full: number }): number => (isFull ? full * times : short);
