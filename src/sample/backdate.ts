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

interface Transactions {
  transaction(
    organization: string,
    work: (em: { query(sql: string, values: unknown[]): Promise<unknown> }) => Promise<unknown>,
  ): Promise<unknown>;
}

const DAY_MINUTES = 24 * 60;

export const backdating = (database: Transactions): Backdate => ({
  async opened(organization, session, minutes) {
    await database.transaction(organization, (em) =>
      em.query('SELECT backdate_session($1, $2, make_interval(mins => $3), true)', [organization, session, minutes]),
    );
  },
  async made(organization, session, minutes) {
    await database.transaction(organization, async (em) => {
      const times = [organization, session, minutes];
      await em.query('SELECT backdate_session($1, $2, make_interval(mins => $3), false)', times);
      await em.query(`SELECT backdate_actions($1, $2, make_interval(mins => $3))`, times);
      await em.query(`SELECT backdate_metrics($1, $2)`, [organization, Math.floor(minutes / DAY_MINUTES)]);
    });
  },
});
