import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import type { Address, CreatableKind, Inverse, ResourceKind } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { endOf, isClosed } from './in-use.js';
import { lastChangesOf } from './issue-events.js';
import { dataOf, listed, momentOf, PAGE, readIn, repositoryLabel, sortedNames } from './repository.js';

export const issueLabel = (address: Address) => `issue ${repositoryLabel(address)}#${address.issue_number}`;
const issuePath = (address: Address) => `/repos/${repositoryLabel(address)}/issues/${address.issue_number}`;

const write: Inverse<Octokit> = {
  describe: (address, fields) => `PATCH ${issuePath(address)} ${JSON.stringify(fields)}`,
  run: async (client, address, fields, { before }) => {
    const { state, state_reason, ...others } = fields;
    const isState = state !== undefined || state_reason !== undefined;
    const wanted = isState ? stateOf(before ?? {}) : {};
    const { data } = await client.rest.issues.update(argumentsOf(address, others, wanted));
    // GitHub documents that a reason counts only when the state changes.
    const isIgnored = wanted.state_reason !== undefined && data.state_reason !== wanted.state_reason;
    if (!isIgnored || data.state !== 'closed') return undefined;
    await client.rest.issues.update(argumentsOf(address, { state: 'open' }));
    await client.rest.issues.update(argumentsOf(address, wanted));
    return undefined;
  },
};

/** An issue that the call made is closed as "not planned"; an open one has no reason. */
function stateOf({ state = 'closed', state_reason = 'not_planned' }: JsonObject): JsonObject {
  return state === 'closed' && state_reason ? { state, state_reason } : { state };
}

/** The kind includes pull requests, which are issues too. */
export const issue: CreatableKind<Octokit> = {
  name: 'issue',
  label: issueLabel,
  read: async (client, address) => {
    const found = await readIssue(client, address);
    return found && { fields: fieldsOf(found), marks: { comments: found.comments ?? null } };
  },
  createdAt: ({ created_at }) => momentOf(created_at),
  lastChanges: lastChangesOf,
  others: commentsOn,
  end: endOf(['state', 'state_reason'], isClosed),
  lasting: ['labels', 'assignees', 'milestone', 'state_reason', 'locked', 'active_lock_reason', 'created_at'],
  write,
};

/** Closing the issue would close a discussion. Comments of the session are undone before. */
export async function commentsOn({ rest }: Octokit, address: Address): Promise<JsonObject> {
  const { data } = await rest.issues.listComments(argumentsOf(address, PAGE));
  return { comments: listed(data).length };
}

/** The lock of an issue, with its reason. */
export const lock: ResourceKind<Octokit> = {
  ...issue,
  name: 'lock',
  // Without the right to push, other clients cannot comment any more.
  end: endOf(['locked', 'active_lock_reason'], ({ locked }) => locked === true),
  write: {
    describe: (address, { locked }) => `${locked === false ? 'DELETE' : 'PUT'} ${issuePath(address)}/lock`,
    run: async (client, address, _fields, { before, now }) => {
      // A locked one keeps its reason when it is locked again.
      if (now?.fields.locked) await client.rest.issues.unlock(argumentsOf(address));
      const { locked, active_lock_reason: reason } = before ?? {};
      if (locked) await client.rest.issues.lock(argumentsOf(address, reason ? { lock_reason: reason } : {}));
      return undefined;
    },
  },
};

export function readIssue(client: Octokit, address: Address): Promise<JsonObject | null> {
  return readIn(client, address, () => client.rest.issues.get(argumentsOf(address)));
}

function fieldsOf(found: JsonObject): JsonObject {
  return {
    title: found.title ?? '',
    body: found.body ?? '',
    state: found.state ?? null,
    // An old issue and a pull request are closed without a reason, which GitHub shows as this one.
    state_reason: found.state === 'closed' ? (found.state_reason ?? 'completed') : null,
    labels: sortedNames(found.labels, 'name'),
    assignees: sortedNames(found.assignees, 'login'),
    milestone: objectOf(found.milestone).number ?? null,
    locked: found.locked ?? false,
    active_lock_reason: found.active_lock_reason ?? null,
    created_at: found.created_at ?? null,
  };
}

/** The agent's report of an issue as a whole. */
export function reportedIssue(response: Json | undefined): JsonObject | null {
  const found = dataOf(response);
  return typeof found.title === 'string' ? fieldsOf(found) : null;
}
