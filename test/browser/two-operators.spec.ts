import { setTimeout as sleep } from 'node:timers/promises';
import { isFull, sized } from '../support/campaign-size.js';
import { Caller, newOrganization, newSession, serviceA, serviceB } from '../support/client.js';
import { gated, rows } from '../support/ledger.js';
import { patience } from '../support/patience.mjs';
import { accept, invite } from '../support/team.js';
import { withBrowser } from './support/browser.js';
import type { Visitor } from './support/visitor.js';

const RACES = sized({ short: 40, full: 200 });
const STEP_MS = 25;
const FIRST = /^Done: /;
const SECOND = /^Already decided by someone else: /;

const { arrive } = withBrowser();
afterAll(() => rows.end());

/** Has the inbox open, each in a browser of their own and at a process of their own. */
class Operator {
  private constructor(private readonly visitor: Visitor) {}

  static async at(service: typeof serviceA, caller: Caller): Promise<Operator> {
    const visitor = await arrive(service);
    await visitor.signInAs(caller);
    return new Operator(visitor);
  }

  private get card() {
    return this.visitor.page.getByRole('article');
  }

  async openCard(id: string): Promise<void> {
    await this.visitor.open(`/approvals/${id}`);
    await this.card.getByRole('button', { name: /^Approve/ }).waitFor();
  }

  approve = () => this.card.getByRole('button', { name: /^Approve/ }).click();

  /** All but the last click. */
  async prepareToReject(): Promise<void> {
    await this.visitor.page.keyboard.press('r');
    await this.visitor.page.getByRole('dialog').getByLabel('Reason').fill('not now');
  }

  reject = () => this.visitor.page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();

  /** Reads the result of the decision from the page. */
  async told(): Promise<string> {
    const told = this.card.getByRole('status').getByText(new RegExp(`${FIRST.source}|${SECOND.source}`));
    return (await told.textContent()) ?? '';
  }
}

describe('two operators who decide at the same time', () => {
  it(
    `see the same, ${RACES} times: one decision each, and who made it`,
    async () => {
      const { agent, operator } = await newOrganization();
      const { token } = await invite(operator);
      const colleague = new Caller(serviceB, (await accept(serviceB, token)).body.data.token);
      const session = await newSession(agent);
      const both = [await Operator.at(serviceA, operator), await Operator.at(serviceB, colleague)] as const;
      const wins = { APPROVED: 0, REJECTED: 0 };
      // Milliseconds by which rejecting begins earlier: the operator who lost begins earlier the next time, until both are as fast.
      let lead = 0;
      let [step, last] = [STEP_MS, ''];
      for (let race = 0; race < RACES; race++) {
        const { approvalId } = await gated(agent, session, { apiName: 'stripe.customers.update' });
        const [approves, rejects] = race % 2 === 0 ? both : ([both[1], both[0]] as const);
        await Promise.all([approves.openCard(approvalId), rejects.openCard(approvalId)]);
        await rejects.prepareToReject();
        await Promise.all([
          sleep(Math.max(0, -lead)).then(rejects.reject),
          sleep(Math.max(0, lead)).then(approves.approve),
        ]);
        const [ofApproval, ofRejection] = await Promise.all([approves.told(), rejects.told()]);
        const { status, decidedBy } = (await operator.get(`/approvals/${approvalId}`)).body.data;
        wins[status as keyof typeof wins] += 1;
        // The more often one wins, the earlier the other begins: how fast a browser is does not matter.
        step = status === last ? 2 * step : STEP_MS;
        last = status;
        lead += status === 'APPROVED' ? step : -step;
        const outcome = `${status === 'APPROVED' ? 'approved' : 'rejected'} by ${decidedBy}`;
        const [winner, loser] = status === 'APPROVED' ? [ofApproval, ofRejection] : [ofRejection, ofApproval];
        expect(winner).toMatch(FIRST);
        expect(winner).toContain(outcome);
        expect(loser).toMatch(SECOND);
        expect(loser).toContain(outcome);
      }
      const { rows: decided } = await rows.query(
        'SELECT count(*)::int AS times FROM approval_votes v JOIN approvals a ON a.id = v.approval_id WHERE a.session_id = $1',
        [session],
      );
      expect(decided).toEqual([{ times: wins.APPROVED }]);
      expect(wins.APPROVED + wins.REJECTED).toBe(RACES);
      expect(Math.min(wins.APPROVED, wins.REJECTED)).toBeGreaterThan(0);
    },
    patience(isFull ? 240_000 : 60_000),
  );
});
