import { isDeepStrictEqual } from 'node:util';
import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../../connector.js';
import { argumentsOf, given } from '../../resource/arguments.js';
import { objectSchema, reversible } from '../../resource/define.js';
import type { Address, ResourceOperation } from '../../resource/resource.js';
import { isEquivalent } from '../../resource/undo/equivalent.js';
import { issue, lock, reportedIssue } from '../issue.js';
import { answeredAt, answeredFields } from '../issue-events.js';
import { assignee, label } from '../issue-member.js';
import {
  addressIn,
  inRepository,
  names,
  newest,
  number,
  numberIn,
  PAGE,
  sortedNames,
  text,
  textOrNull,
} from '../repository.js';

const inIssue = { ...inRepository, issue_number: number };
/** GitHub reads the name alone. */
const labelGiven = {
  ...objectSchema(['name'], { id: number, name: text, description: textOrNull, color: textOrNull }),
};
const labels = { type: 'array', maxItems: 100, items: { ...labelGiven, type: ['string', 'object'] } };
const content = {
  title: text,
  body: textOrNull,
  labels,
  assignees: names,
  milestone: { type: ['integer', 'string', 'null'] },
};
const states = {
  state: { enum: ['open', 'closed'] },
  state_reason: { enum: ['completed', 'not_planned', 'duplicate', 'reopened', null] },
};

const addressOf = (payload: JsonObject) => [addressIn(payload, 'issue_number')];
const membersOf = (payload: JsonObject, list: readonly string[]): Address[] =>
  [...new Set(list)].map((name) => ({ ...addressIn(payload, 'issue_number'), name }));
const memberSet = (kind: string) => (_: JsonObject, address: Address | null) => ({
  [kind]: String(address?.name).toLowerCase(),
});

/** The fields that the payload names, as a read of the issue gives them. */
function setOf(payload: JsonObject, _address: unknown = null, before: JsonObject | null = null): JsonObject {
  const { body, milestone, state, state_reason } = payload;
  return {
    ...given(payload, 'title', 'state'),
    ...(body !== undefined && { body: body ?? '' }),
    ...(payload.labels !== undefined && { labels: sortedNames(payload.labels, 'name') }),
    ...(payload.assignees !== undefined && { assignees: sortedNames(payload.assignees, 'login') }),
    ...(milestone !== undefined && { milestone: milestone === null ? null : Number(milestone) }),
    ...(state === 'open' && { state_reason: null }),
    ...(state === 'closed' && { state_reason: state_reason ?? 'completed' }),
    ...(state === undefined && state_reason && before?.state === 'closed' && { state_reason }),
  };
}

/** Names of labels and people are the same in any case. */
function isSameNames(sent: Json, answered: Json): boolean {
  if (!Array.isArray(sent) || !Array.isArray(answered)) return false;
  const [one, other] = [sent, answered].map((names) => names.map((name) => String(name).toLowerCase()).sort());
  return isDeepStrictEqual(one, other);
}

export const issueOperations: readonly ResourceOperation<Octokit>[] = [
  reversible({
    apiName: 'github.issues.update',
    operationType: 'UPDATE',
    inverse: 'PATCH of the issue with the former values of the fields that the call named',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number'], { ...inIssue, ...content, ...states }),
    notes: 'What the timeline shows, and the mails that were sent, stay.',
    driftSignal: 'each field by itself',
    kind: issue,
    answeredFields,
    effect: 'update',
    addresses: addressOf,
    sets: setOf,
    left: reportedIssue,
    isSame: (sent, answered) => isSameNames(sent, answered) || isEquivalent(sent, answered),
    replaced: (_, response) => ({ beside: given(reportedIssue(response) ?? {}, 'title', 'body') }),
  }),
  reversible({
    apiName: 'github.issues.create',
    operationType: 'CREATE',
    reversibility: 'compensating',
    inverse: 'PATCH of the issue: closed as not planned',
    remains: ['The issue stays, closed as not planned.'],
    payloadSchema: objectSchema(['owner', 'repo', 'title'], { ...inRepository, ...content }),
    notes: "No API deletes an issue for good but an administrator's.",
    driftSignal: 'title, body and state',
    kind: issue,
    answeredFields,
    effect: 'create',
    ends: { state: 'closed' },
    addresses: (payload, response) =>
      response === undefined ? null : [{ ...addressIn(payload), issue_number: numberIn(response, 'number') }],
    within: (payload) => addressIn(payload),
    listed: async ({ rest }, payload) => {
      const at = addressIn(payload);
      const all = { state: 'all', sort: 'created', direction: 'desc', ...PAGE };
      const page = await rest.issues.listForRepo(argumentsOf(at, all));
      return newest(page).map((issue_number) => ({ ...at, issue_number }));
    },
    sets: ({ title, body }) => ({ title: String(title), body: body ?? '', state: 'open' }),
  }),
  reversible({
    apiName: 'github.issues.addLabels',
    operationType: 'UPDATE',
    inverse: 'DELETE of the labels that were not there before',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number', 'labels'], { ...inIssue, labels }),
    notes: 'A label that the repository did not have yet stays in its list.',
    driftSignal: 'whether the label is on the issue',
    kind: label,
    answered: answeredAt,
    effect: 'write',
    addresses: (payload) => membersOf(payload, sortedNames(payload.labels, 'name')),
    sets: memberSet('label'),
  }),
  reversible({
    apiName: 'github.issues.removeLabel',
    operationType: 'UPDATE',
    inverse: 'POST of the label to the issue',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number', 'name'], { ...inIssue, name: text }),
    notes: null,
    driftSignal: 'whether the label is on the issue',
    kind: label,
    answered: answeredAt,
    effect: 'delete',
    addresses: (payload) => membersOf(payload, [String(payload.name)]),
  }),
  reversible({
    apiName: 'github.issues.setLabels',
    operationType: 'UPDATE',
    inverse: 'PATCH of the issue with all the labels it had',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number', 'labels'], { ...inIssue, labels }),
    notes: null,
    driftSignal: 'the labels as a whole',
    kind: issue,
    answeredFields,
    effect: 'update',
    addresses: addressOf,
    sets: (payload) => ({ labels: sortedNames(payload.labels, 'name') }),
  }),
  reversible({
    apiName: 'github.issues.removeAllLabels',
    operationType: 'UPDATE',
    inverse: 'PATCH of the issue with all the labels it had',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number'], inIssue),
    notes: null,
    driftSignal: 'the labels as a whole',
    kind: issue,
    answeredFields,
    effect: 'update',
    addresses: addressOf,
    sets: () => ({ labels: [] }),
  }),
  reversible({
    apiName: 'github.issues.addAssignees',
    operationType: 'UPDATE',
    inverse: 'DELETE of the assignees who were none before',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number', 'assignees'], { ...inIssue, assignees: names }),
    notes: 'Who was assigned has been notified.',
    driftSignal: 'whether the login is assigned',
    kind: assignee,
    answered: answeredAt,
    effect: 'write',
    addresses: (payload) => membersOf(payload, sortedNames(payload.assignees, 'login')),
    sets: memberSet('assignee'),
  }),
  reversible({
    apiName: 'github.issues.removeAssignees',
    operationType: 'UPDATE',
    inverse: 'POST of the assignees to the issue',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number', 'assignees'], { ...inIssue, assignees: names }),
    notes: 'Who is assigned again is notified again.',
    driftSignal: 'whether the login is assigned',
    kind: assignee,
    answered: answeredAt,
    effect: 'delete',
    addresses: (payload) => membersOf(payload, sortedNames(payload.assignees, 'login')),
  }),
  reversible({
    apiName: 'github.issues.lock',
    operationType: 'UPDATE',
    inverse: 'DELETE of the lock, or PUT with the reason it had',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number'], {
      ...inIssue,
      lock_reason: { enum: ['off-topic', 'too heated', 'resolved', 'spam'] },
    }),
    notes: null,
    driftSignal: 'whether it is locked, and why',
    kind: lock,
    answeredFields,
    effect: 'update',
    addresses: addressOf,
    sets: ({ lock_reason }) => ({ locked: true, ...(lock_reason && { active_lock_reason: lock_reason }) }),
  }),
  reversible({
    apiName: 'github.issues.unlock',
    operationType: 'UPDATE',
    inverse: 'PUT of the lock with the reason it had',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number'], inIssue),
    notes: null,
    driftSignal: 'whether it is locked, and why',
    kind: lock,
    answeredFields,
    effect: 'update',
    addresses: addressOf,
    sets: () => ({ locked: false, active_lock_reason: null }),
  }),
];
