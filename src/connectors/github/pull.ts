import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../connector.js';
import { argumentsOf, given } from '../resource/arguments.js';
import { objectSchema, reversible } from '../resource/define.js';
import type { CreatableKind, ResourceOperation } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { endOf, isClosed } from './in-use.js';
import { commentsOn } from './issue.js';
import { answeredFields, lastChangesOf } from './issue-events.js';
import {
  addressIn,
  dataOf,
  inRepository,
  listed,
  momentOf,
  newest,
  number,
  numberIn,
  PAGE,
  readIn,
  repositoryLabel,
  text,
  textOrNull,
} from './repository.js';

const pull: CreatableKind<Octokit> = {
  name: 'pull request',
  label: (address) => `pull request ${repositoryLabel(address)}#${address.pull_number}`,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.pulls.get(argumentsOf(address)));
    const { comments = null, review_comments = null } = found ?? {};
    return found && { fields: fieldsOf(found), marks: { comments, review_comments } };
  },
  createdAt: ({ created_at }) => momentOf(created_at),
  // A pull request is an issue, which keeps the events.
  lastChanges: (client, { pull_number = 0, ...at }) => lastChangesOf(client, { ...at, issue_number: pull_number }),
  others: async (client, { pull_number = 0, ...at }) => {
    const { data } = await client.rest.pulls.listReviews(argumentsOf(at, { pull_number, ...PAGE }));
    return { ...(await commentsOn(client, { ...at, issue_number: pull_number })), reviews: listed(data).length };
  },
  end: endOf(['state'], isClosed),
  lasting: ['maintainer_can_modify', 'created_at'],
  write: {
    describe: (address, fields) =>
      `PATCH /repos/${repositoryLabel(address)}/pulls/${address.pull_number} ${JSON.stringify(fields)}`,
    run: async (client, address, fields) => {
      await client.rest.pulls.update(argumentsOf(address, fields));
      return undefined;
    },
  },
};

function fieldsOf(found: JsonObject): JsonObject {
  return {
    title: found.title ?? '',
    body: found.body ?? '',
    state: found.state ?? null,
    base: objectOf(found.base).ref ?? null,
    head: objectOf(found.head).ref ?? null,
    maintainer_can_modify: found.maintainer_can_modify ?? null,
    created_at: found.created_at ?? null,
  };
}

function reported(response: Json | undefined): JsonObject | null {
  const found = dataOf(response);
  return typeof found.title === 'string' ? fieldsOf(found) : null;
}

const content = { title: text, body: textOrNull, base: text, maintainer_can_modify: { type: 'boolean' } };

export const pullOperations: readonly ResourceOperation<Octokit>[] = [
  reversible({
    apiName: 'github.pulls.update',
    operationType: 'UPDATE',
    inverse: 'PATCH of the pull request with the former values of the fields that the call named',
    payloadSchema: objectSchema(['owner', 'repo', 'pull_number'], {
      ...inRepository,
      pull_number: number,
      ...content,
      state: { enum: ['open', 'closed'] },
    }),
    notes: 'One whose branch was deleted cannot be reopened.',
    driftSignal: 'each field by itself',
    kind: pull,
    answeredFields,
    effect: 'update',
    addresses: (payload) => [addressIn(payload, 'pull_number')],
    sets: (payload) => ({
      ...given(payload, 'title', 'state', 'base', 'maintainer_can_modify'),
      ...(payload.body !== undefined && { body: payload.body ?? '' }),
    }),
    left: reported,
  }),
  reversible({
    apiName: 'github.pulls.create',
    operationType: 'CREATE',
    reversibility: 'compensating',
    inverse: 'PATCH of the pull request: closed',
    remains: ['The pull request stays, closed.'],
    payloadSchema: objectSchema(['owner', 'repo', 'title', 'head', 'base'], {
      ...inRepository,
      ...content,
      head: text,
      head_repo: text,
      draft: { type: 'boolean' },
    }),
    notes: 'What ran because of it (hooks, workflows) has run.',
    driftSignal: 'title, body, state and branches',
    kind: pull,
    answeredFields,
    effect: 'create',
    ends: { state: 'closed' },
    addresses: (payload, response) =>
      response === undefined ? null : [{ ...addressIn(payload), pull_number: numberIn(response, 'number') }],
    within: (payload) => addressIn(payload),
    listed: async ({ rest }, payload) => {
      const at = addressIn(payload);
      const all = { state: 'all', sort: 'created', direction: 'desc', ...PAGE };
      return newest(await rest.pulls.list(argumentsOf(at, all))).map((pull_number) => ({ ...at, pull_number }));
    },
    sets: ({ title, body, base, head }) => ({
      title: String(title),
      body: body ?? '',
      base: String(base),
      head: String(head).replace(/^[^:]*:/, ''),
      state: 'open',
    }),
  }),
];
