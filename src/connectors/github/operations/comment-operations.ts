import type { Octokit } from '@octokit/rest';
import { objectSchema, reversible } from '../../resource/define.js';
import type { ResourceOperation } from '../../resource/resource.js';
import { comment, commentsSince, commentToDelete } from '../comment.js';
import { addressIn, inRepository, number, numberIn, text } from '../repository.js';

const driftSignal = 'text of the comment';

export const commentOperations: readonly ResourceOperation<Octokit>[] = [
  reversible({
    apiName: 'github.issues.createComment',
    operationType: 'CREATE',
    inverse: 'DELETE of the comment',
    payloadSchema: objectSchema(['owner', 'repo', 'issue_number', 'body'], {
      ...inRepository,
      issue_number: number,
      body: text,
    }),
    notes: 'The mails that were sent stay.',
    driftSignal,
    kind: comment,
    effect: 'create',
    addresses: (payload, response) =>
      response === undefined ? null : [{ ...addressIn(payload), comment_id: numberIn(response, 'id') }],
    within: (payload) => addressIn(payload),
    listed: commentsSince,
    sets: ({ body, issue_number }) => ({ body: String(body), issue_number: Number(issue_number) }),
  }),
  reversible({
    apiName: 'github.issues.updateComment',
    operationType: 'UPDATE',
    inverse: 'PATCH of the comment with its former text',
    payloadSchema: objectSchema(['owner', 'repo', 'comment_id', 'body'], {
      ...inRepository,
      comment_id: number,
      body: text,
    }),
    notes: 'Both texts stay in the history of the comment.',
    driftSignal,
    kind: comment,
    effect: 'update',
    addresses: (payload) => [addressIn(payload, 'comment_id')],
    sets: ({ body }) => ({ body: String(body) }),
  }),
  reversible({
    apiName: 'github.issues.deleteComment',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'POST of a comment with the same text',
    remains: ['The comment has a new id, a new time and the author of the credential; its reactions are gone.'],
    payloadSchema: objectSchema(['owner', 'repo', 'comment_id'], { ...inRepository, comment_id: number }),
    notes: null,
    driftSignal,
    kind: commentToDelete,
    effect: 'delete',
    addresses: (payload) => [addressIn(payload, 'comment_id')],
  }),
];
