import type { Octokit } from '@octokit/rest';
import { statusOf } from '../resource/requests/trouble.js';
import type { Address } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { meaningOf } from './client.js';
import { momentOf, PAGE } from './repository.js';

/** The event by which a label, or an assignee, comes to an issue. */
export type Coming = 'labeled' | 'assigned';

interface IssueEvent {
  readonly event: string;
  readonly at: number;
  /** The label, or the login of the assignee, in small letters. */
  readonly name: string;
  readonly issue: number;
}

/** The most pages of events that are read. */
const MOST_PAGES = 10;

/** The time at which it came to the issue last; null where the server shows no events. */
export async function cameAt(client: Octokit, address: Address, event: Coming, name: string): Promise<number | null> {
  const at = { owner: String(address.owner), repo: String(address.repo), issue_number: Number(address.issue_number) };
  const ofPage = (page: number) => shownBy(() => client.rest.issues.listEvents({ ...at, ...PAGE, page }));
  const first = await ofPage(1);
  if (first === null) return null;
  // The oldest events come first.
  for (let page = first.last; page > Math.max(first.last - MOST_PAGES, 0); page--) {
    const events = page === 1 ? first : await ofPage(page);
    const found = events?.list.findLast((one) => one.event === event && one.name === name.toLowerCase());
    if (found) return found.at;
  }
  return null;
}

interface Labelled {
  readonly issues: readonly number[];
  /** False when there were more events than are read. */
  readonly isAll: boolean;
}

/** The issues that got the label since this moment, in milliseconds; null where the server shows no events. */
export async function labelledSince(client: Octokit, address: Address, since: number): Promise<Labelled | null> {
  const at = { owner: String(address.owner), repo: String(address.repo) };
  const issues = new Set<number>();
  let isAll = false;
  for (let page = 1; !isAll && page <= MOST_PAGES; page++) {
    const found = await shownBy(() => client.rest.issues.listEventsForRepo({ ...at, ...PAGE, page }));
    if (found === null) return null;
    const wanted = String(address.name).toLowerCase();
    for (const one of found.list)
      if (one.event === 'labeled' && one.name === wanted && one.at >= since) issues.add(one.issue);
    // The newest events come first.
    isAll = page >= found.last || found.list.some((one) => one.at < since);
  }
  return { issues: [...issues].sort((a, b) => a - b), isAll };
}

async function shownBy(ask: () => Promise<{ data: unknown; headers: { link?: string | undefined } }>) {
  const answer = await ask().catch((error: unknown) => {
    if ([403, 404, 410, 501].includes(Number(statusOf(error))) && meaningOf(error) === null) return null;
    throw error;
  });
  if (answer === null) return null;
  if (!Array.isArray(answer.data)) throw new Error('the answer is not one of GitHub');
  const last = Number(/[?&]page=(\d+)[^>]*>; rel="last"/.exec(answer.headers.link ?? '')?.[1] ?? 1);
  return { list: answer.data.map(eventOf), last };
}

function eventOf(found: unknown): IssueEvent {
  const { event, created_at, label, assignee, issue } = objectOf(found);
  const name = objectOf(label).name ?? objectOf(assignee).login ?? '';
  return {
    ...{ event: String(event), at: momentOf(created_at) ?? 0, name: String(name).toLowerCase() },
    issue: Number(objectOf(issue).number ?? 0),
  };
}
