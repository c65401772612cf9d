import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../connector.js';
import { argumentsOf, given } from '../resource/arguments.js';
import { objectSchema, reversible } from '../resource/define.js';
import { type Address, type CreatableKind, IN_ITS_FIELDS, type ResourceOperation } from '../resource/resource.js';
import { isEquivalent } from '../resource/undo/equivalent.js';
import { endOf, isClosed } from './in-use.js';
import {
  addressIn,
  dataOf,
  inRepository,
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

const requestPath = (address: Address) => `/repos/${repositoryLabel(address)}/milestones/${address.milestone_number}`;

const milestone: CreatableKind<Octokit> = {
  name: 'milestone',
  others: IN_ITS_FIELDS,
  label: (address) => `milestone ${address.milestone_number} of ${repositoryLabel(address)}`,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.issues.getMilestone(argumentsOf(address)));
    const fields = found && fieldsOf(found);
    return fields && { fields, marks: { issues: fields.issues ?? null } };
  },
  end: endOf(['state'], isClosed),
  volatile: ['created_at'],
  createdAt: ({ created_at }) => momentOf(created_at),
  write: {
    describe: (address, fields) => `PATCH ${requestPath(address)} ${JSON.stringify(fields)}`,
    run: async (client, address, fields) => {
      await client.rest.issues.updateMilestone(argumentsOf(address, fields));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DELETE ${requestPath(address)}`,
    run: async (client, address) => {
      await client.rest.issues.deleteMilestone(argumentsOf(address));
      return undefined;
    },
  },
};

function fieldsOf(found: JsonObject): JsonObject {
  return {
    title: found.title ?? '',
    state: found.state ?? null,
    description: found.description ?? '',
    due_on: found.due_on ?? null,
    issues: Number(found.open_issues ?? 0) + Number(found.closed_issues ?? 0),
    created_at: found.created_at ?? null,
  };
}

/** GitHub moves a due time within its day, and the response shows the new time. */
const isSame = (sent: Json, answered: Json, field: string) =>
  field === 'due_on' ? dayOf(sent) === dayOf(answered) : isEquivalent(sent, answered);
const dayOf = (time: Json) => String(time).slice(0, '2000-01-01'.length);

function reported(response: Json | undefined): JsonObject | null {
  const found = dataOf(response);
  if (typeof found.title !== 'string') return null;
  const { title, state, description, due_on } = fieldsOf(found);
  return { title: title ?? '', state: state ?? null, description: description ?? '', due_on: due_on ?? null };
}

const content = { title: text, state: { enum: ['open', 'closed'] }, description: textOrNull, due_on: textOrNull };

export const milestoneOperations: readonly ResourceOperation<Octokit>[] = [
  reversible({
    apiName: 'github.issues.createMilestone',
    operationType: 'CREATE',
    inverse: 'DELETE of the milestone, as long as no issue is in it',
    payloadSchema: objectSchema(['owner', 'repo', 'title'], { ...inRepository, ...content }),
    notes: null,
    driftSignal: 'each field by itself, and how many issues are in it',
    kind: milestone,
    effect: 'create',
    addresses: (payload, response) =>
      response === undefined ? null : [{ ...addressIn(payload), milestone_number: numberIn(response, 'number') }],
    within: (payload) => addressIn(payload),
    listed: async ({ rest }, payload) => {
      const at = addressIn(payload);
      const page = await rest.issues.listMilestones(argumentsOf(at, { state: 'all', ...PAGE }));
      if (page.data.length === PAGE.per_page) return null;
      return newest(page).map((milestone_number) => ({ ...at, milestone_number }));
    },
    sets: ({ title, state, description, due_on }) => ({
      title: String(title),
      state: state ?? 'open',
      description: description ?? '',
      due_on: due_on ?? null,
      issues: 0,
    }),
    left: reported,
    isSame,
  }),
  reversible({
    apiName: 'github.issues.updateMilestone',
    operationType: 'UPDATE',
    inverse: 'PATCH of the milestone with the former values of the fields that the call named',
    payloadSchema: objectSchema(['owner', 'repo', 'milestone_number'], {
      ...inRepository,
      milestone_number: number,
      ...content,
    }),
    notes: null,
    driftSignal: 'each field by itself',
    kind: milestone,
    effect: 'update',
    addresses: (payload) => [addressIn(payload, 'milestone_number')],
    sets: (payload) => ({
      ...given(payload, 'title', 'state', 'due_on'),
      ...(payload.description !== undefined && { description: payload.description ?? '' }),
    }),
    left: reported,
    isSame,
  }),
];
