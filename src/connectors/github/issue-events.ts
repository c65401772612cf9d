import type { Octokit } from '@octokit/rest';
import type { Json } from '../connector.js';
import { statusOf } from '../resource/requests/trouble.js';
import type { Address, AnsweredPut, LastChange, LastChanges } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { meaningOf } from './client.js';
import { momentOf, PAGE, repositoryLabel } from './repository.js';

/** The events by which a label, or an assignee, comes to an issue and goes. */
export type MemberEvent = 'labeled' | 'unlabeled' | 'assigned' | 'unassigned';

/** The events that give a field of an issue another value. GitHub keeps none for its text. */
const FIELD_EVENTS: Readonly<Record<string, readonly string[]>> = {
  title: ['renamed'],
  state: ['closed', 'reopened'],
  state_reason: ['closed', 'reopened'],
  milestone: ['milestoned', 'demilestoned'],
  locked: ['locked', 'unlocked'],
  active_lock_reason: ['locked', 'unlocked'],
};

interface IssueEvent {
  readonly event: string;
  readonly at: number;
  /** The label, or the login of the assignee, in small letters. */
  readonly name: string;
  /** The name with its original letter case. */
  readonly shown: string;
  readonly issue: number;
}

/** The most pages of events that are read. */
const MOST_PAGES = 10;

/** The time at which it came to the issue, or went, last; null where the server shows no events. */
export async function memberChangedAt(
  client: Octokit,
  address: Address,
  event: MemberEvent,
  name: string,
): Promise<number | null> {
  for await (const one of newestFirst(client, address))
    if (one.event === event && one.name === name.toLowerCase()) return one.at;
  return null;
}

/** The last event of each field, and of each label and assignee that the issue has or had. */
export async function lastChangesOf(client: Octokit, address: Address): Promise<LastChanges> {
  const fields: Record<string, LastChange> = {};
  const members = new Map<string, { kind: string; label: string; change: LastChange }>();
  for await (const { event, at, shown } of newestFirst(client, address)) {
    for (const [field, events] of Object.entries(FIELD_EVENTS)) if (events.includes(event)) fields[field] ??= { at };
    const kind = MEMBER_EVENTS[event as MemberEvent];
    if (!kind) continue;
    const label = memberLabel(kind, { ...address, name: shown });
    if (!members.has(label)) members.set(label, { kind, label, change: { at } });
  }
  return { fields, members: [...members.values()] };
}

const MEMBER_EVENTS: Readonly<Record<MemberEvent, string>> = {
  labeled: 'label',
  unlabeled: 'label',
  assigned: 'assignee',
  unassigned: 'assignee',
};

/** A label, or an assignee, of an issue in a form for operators. */
export const memberLabel = (kind: string, { name = '', ...issue }: Address): string =>
  `${kind} ${JSON.stringify(name)} of issue ${repositoryLabel(issue)}#${issue.issue_number}`;

/** The date of the answer to a call that changed some of these fields. */
export function answeredFields(response: Json | undefined): Readonly<Record<string, AnsweredPut>> {
  const answered = answeredAt(response);
  return Object.fromEntries(Object.keys(FIELD_EVENTS).map((field) => [field, answered]));
}

/** The date of the answer, as octokit gives it. */
export function answeredAt(response: Json | undefined): AnsweredPut {
  return { id: null, version: null, at: momentOf(objectOf(objectOf(response).headers).date) };
}

/** Yields nothing where the server shows no events. */
async function* newestFirst(client: Octokit, address: Address): AsyncGenerator<IssueEvent> {
  const at = { owner: String(address.owner), repo: String(address.repo), issue_number: Number(address.issue_number) };
  const ofPage = (page: number) => shownBy(() => client.rest.issues.listEvents({ ...at, ...PAGE, page }));
  const first = await ofPage(1);
  // The oldest events come first.
  for (let page = first?.last ?? 0; page > Math.max((first?.last ?? 0) - MOST_PAGES, 0); page--) {
    const events = page === 1 ? first : await ofPage(page);
    yield* [...(events?.list ?? [])].reverse();
  }
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

/** True when the server keeps no such events, or does not show them to the credential. */
export const showsNothing = (error: unknown): boolean =>
  [403, 404, 410, 422, 501].includes(Number(statusOf(error))) && meaningOf(error) === null;

async function shownBy(ask: () => Promise<{ data: unknown; headers: { link?: string | undefined } }>) {
  const answer = await ask().catch((error: unknown) => {
    if (showsNothing(error)) return null;
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
    ...{ event: String(event), at: momentOf(created_at) ?? 0, shown: String(name), name: String(name).toLowerCase() },
    issue: Number(objectOf(issue).number ?? 0),
  };
}
