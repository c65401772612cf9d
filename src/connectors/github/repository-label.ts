import type { Octokit } from '@octokit/rest';
import type { JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import { objectSchema, reversible } from '../resource/define.js';
import {
  type Address,
  type CreatableKind,
  NotCapturable,
  type ResourceKind,
  type ResourceOperation,
} from '../resource/resource.js';
import { labelledSince } from './issue-events.js';
import { addressIn, dataOf, inRepository, listed, readIn, repositoryLabel, text, textOrNull } from './repository.js';

/** The most issues that one undo labels again. */
const MOST_ISSUES = 100;

const shown = (address: Address) => `label ${JSON.stringify(address.name)} of ${repositoryLabel(address)}`;
const requestPath = (address: Address) => `/repos/${repositoryLabel(address)}/labels/${address.name}`;

/** A label in the list of a repository. */
const label: CreatableKind<Octokit> = {
  name: 'label of a repository',
  label: shown,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.issues.getLabel(argumentsOf(address)));
    return found && { fields: { ...fieldsOf(found), id: found.id ?? null } };
  },
  volatile: ['id'],
  identity: 'id',
  isRenamed: async (client, { owner, repo }, id) => {
    const all = { owner: String(owner), repo: String(repo), per_page: 100 };
    const found = listed(await client.paginate(client.rest.issues.listLabelsForRepo, all));
    return found.some((one) => one.id === id);
  },
  // The deletion of a label removes it from its issues.
  others: async (client, address) => ({ issues: await issuesWith(client, address) }),
  write: {
    describe: (address, fields) => `PATCH ${requestPath(address)} ${JSON.stringify(fields)}`,
    run: async (client, address, fields) => {
      await client.rest.issues.updateLabel(argumentsOf(address, fields));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DELETE ${requestPath(address)}`,
    run: async (client, address) => {
      await client.rest.issues.deleteLabel(argumentsOf(address));
      return undefined;
    },
  },
};

/** A label that is to be deleted, with the issues from which it would be removed. */
const labelToDelete: ResourceKind<Octokit> = {
  name: label.name,
  volatile: ['id'],
  identity: 'id',
  label: shown,
  read: async (client, address) => {
    const reading = await label.read(client, address);
    return reading && { fields: { ...reading.fields, issues: await issuesWith(client, address) } };
  },
  lostBetween: async (client, address, { issues }, since) => {
    const labelled = await labelledSince(client, address, since);
    if (labelled?.isAll === false)
      return 'may have been on more issues: GitHub shows too many events to tell which got it between the capture and the call';
    const lost = (labelled?.issues ?? []).filter((issue) => !(issues as number[]).includes(issue));
    return lost.length === 0
      ? null
      : `was also taken from issues ${lost.join(', ')}, which got it between the capture and the call`;
  },
  recreate: {
    describe: (address, { issues }) =>
      `POST /repos/${repositoryLabel(address)}/labels, and of ${(issues as number[]).length} issues /labels`,
    run: async (client, { name = '', ...at }, { color, description, issues }) => {
      await client.rest.issues.createLabel(argumentsOf(at, { name, color, description }));
      for (const issue_number of issues as number[])
        await client.rest.issues.addLabels(argumentsOf(at, { issue_number, labels: [name] }));
      return undefined;
    },
  },
};

function fieldsOf({ color, description }: JsonObject): JsonObject {
  return { color: String(color ?? '').toLowerCase(), description: description ?? '' };
}

/** @throws NotCapturable */
async function issuesWith(client: Octokit, { owner, repo, name }: Address): Promise<number[]> {
  const asked = { owner: String(owner), repo: String(repo), labels: String(name), state: 'all' as const };
  const { data } = await client.rest.issues.listForRepo({ ...asked, per_page: MOST_ISSUES });
  if (!Array.isArray(data)) throw new Error('the answer is not one of GitHub');
  if (data.length === MOST_ISSUES) throw new NotCapturable(`${MOST_ISSUES} issues or more carry the label`);
  return data.map((issue) => issue.number).sort((a, b) => a - b);
}

const content = { color: text, description: textOrNull };
const sets = (payload: JsonObject): JsonObject => {
  const { color, description } = fieldsOf(payload);
  return Object.fromEntries(
    Object.entries({ color, description }).filter(([name]) => payload[name] !== undefined),
  ) as JsonObject;
};
const addresses = (payload: JsonObject) => [addressIn(payload, 'name')];
const driftSignal = 'color and description, and which issues carry it';

export const repositoryLabelOperations: readonly ResourceOperation<Octokit>[] = [
  reversible({
    apiName: 'github.issues.createLabel',
    operationType: 'CREATE',
    inverse: 'DELETE of the label, as long as no issue carries it',
    payloadSchema: objectSchema(['owner', 'repo', 'name'], { ...inRepository, name: text, ...content }),
    notes: null,
    driftSignal,
    kind: label,
    effect: 'create',
    addresses,
    sets,
    left: (response) => {
      const { id = null, ...data } = dataOf(response);
      return response === undefined ? null : { ...fieldsOf(data), id };
    },
    fills: () => ['id', 'color'],
  }),
  reversible({
    apiName: 'github.issues.updateLabel',
    operationType: 'UPDATE',
    inverse: 'PATCH of the label with the former color and description',
    payloadSchema: objectSchema(['owner', 'repo', 'name'], { ...inRepository, name: text, ...content }),
    notes: 'One that is renamed is not captured.',
    driftSignal: 'color and description, each by itself',
    kind: label,
    effect: 'update',
    addresses,
    sets,
  }),
  reversible({
    apiName: 'github.issues.deleteLabel',
    operationType: 'DELETE',
    inverse: 'POST of the label, and of it to the issues that carried it',
    payloadSchema: objectSchema(['owner', 'repo', 'name'], { ...inRepository, name: text }),
    notes: 'Fewer than 100 issues.',
    remains: [
      'An issue that got the label between the capture and the call does not get it back. Where GitHub shows one, the undo is a CONFLICT.',
    ],
    driftSignal: 'whether a label of that name is there again',
    kind: labelToDelete,
    effect: 'delete',
    addresses,
  }),
];
