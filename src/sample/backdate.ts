/**
 * Moves what was just made into the past. The public interface records the present alone, so sample data of a week needs
 * another way: SQL functions that refuse every organization but that of the sample (`hold_sample`). No route calls them.
 */
export interface Backdate {
  /** A session that has no calls yet: evaluations count it on its day. */
  opened(organization: string, session: string, minutes: number): Promise<void>;
  /** The calls of a session. All that was counted today becomes part of its day. */
  made(organization: string, session: string, minutes: number): Promise<void>;
}

/** Runs one statement in a transaction of the organization. */
type Run = (organization: string, sql: string, values: readonly unknown[]) => Promise<unknown>;

const DAY_MINUTES = 24 * 60;
const BACK = "$3 * interval '1 minute'";

export const backdating = (run: Run): Backdate => ({
  async opened(organization, session, minutes) {
    await run(organization, `SELECT backdate_session($1, $2, ${BACK})`, [organization, session, minutes]);
  },
  async made(organization, session, minutes) {
    await run(organization, `SELECT backdate_actions($1, $2, ${BACK})`, [organization, session, minutes]);
    await run(organization, 'SELECT backdate_metrics($1, $2)', [organization, Math.floor(minutes / DAY_MINUTES)]);
  },
});
