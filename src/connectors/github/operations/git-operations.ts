import type { Octokit } from '@octokit/rest';
import type { Json, JsonObject } from '../../connector.js';
import { objectSchema, reversible } from '../../resource/define.js';
import type { AnsweredPut, Replaced, ResourceOperation } from '../../resource/resource.js';
import { objectOf } from '../../resource/response.js';
import { contentOf, file } from '../file.js';
import { answeredAt } from '../issue-events.js';
import { ref, refName } from '../ref.js';
import { addressIn, dataOf, inRepository, text } from '../repository.js';

const path = { type: 'string', minLength: 1, pattern: '^[^/]' };
const person = objectSchema([], { name: text, email: text, date: text });
const inFile = { ...inRepository, path, message: text, sha: text, branch: text, author: person, committer: person };
const sha = { type: 'string', pattern: '^[0-9a-f]{40,64}$' };
const remains = ['The commits of the call and of its undoing stay in the history of the branch.'];

/** GitHub refused the call if the file was another one, or if there was one where the call named none. */
const replaced = ({ sha: version }: JsonObject): Replaced =>
  typeof version === 'string' ? { version } : { fields: null };

/** The commit of the call. Its own date may be any that the call named, so the date of the answer counts. */
const answered = (response: Json | undefined): AnsweredPut => {
  const { sha } = objectOf(dataOf(response).commit);
  return { ...answeredAt(response), id: typeof sha === 'string' ? sha : null };
};

const fileOf = (payload: JsonObject) => [addressIn(payload, 'path', 'branch')];
const refOf = (payload: JsonObject) => [{ ...addressIn(payload), ref: refName(payload.ref) }];

export const gitOperations: readonly ResourceOperation<Octokit>[] = [
  reversible({
    apiName: 'github.repos.createOrUpdateFileContents',
    operationType: 'UPDATE',
    reversibility: 'compensating',
    inverse: 'a commit that brings the former content back, or removes a new file',
    remains,
    payloadSchema: objectSchema(['owner', 'repo', 'path', 'message', 'content'], { ...inFile, content: text }),
    notes: 'Files of up to 1 MB. What ran because of the commits (hooks, workflows) has run.',
    driftSignal: 'content of the file; written under the blob that was compared',
    replaced,
    answered,
    kind: file,
    effect: 'write',
    addresses: fileOf,
    sets: ({ content }) => ({ content: contentOf(content ?? '') }),
  }),
  reversible({
    apiName: 'github.repos.deleteFile',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'a commit that brings the file back',
    remains: [...remains, 'A file that was executable is not any more.'],
    payloadSchema: objectSchema(['owner', 'repo', 'path', 'message', 'sha'], inFile),
    notes: 'Files of up to 1 MB. What ran because of the commits (hooks, workflows) has run.',
    driftSignal: 'whether the file is there again',
    replaced,
    answered,
    kind: file,
    effect: 'delete',
    addresses: fileOf,
  }),
  reversible({
    apiName: 'github.git.createRef',
    operationType: 'CREATE',
    inverse: 'DELETE of the ref',
    payloadSchema: objectSchema(['owner', 'repo', 'ref', 'sha'], {
      ...inRepository,
      ref: { ...text, pattern: '^refs/.' },
      sha,
    }),
    notes: 'A pull request from a branch is closed with it.',
    driftSignal: 'the commit it points to',
    kind: ref,
    answered: answeredAt,
    effect: 'create',
    addresses: refOf,
    sets: (payload) => ({ sha: payload.sha ?? null }),
  }),
  reversible({
    apiName: 'github.git.updateRef',
    operationType: 'UPDATE',
    inverse: 'PATCH of the ref to the commit it pointed to, forced',
    payloadSchema: objectSchema(['owner', 'repo', 'ref', 'sha'], {
      ...inRepository,
      ref: path,
      sha,
      force: { type: 'boolean' },
    }),
    notes: 'Needs the right to force. GitHub has no conditional write of refs.',
    driftSignal: 'the commit it points to',
    kind: ref,
    answered: answeredAt,
    effect: 'update',
    addresses: refOf,
    sets: (payload) => ({ sha: payload.sha ?? null }),
  }),
  reversible({
    apiName: 'github.git.deleteRef',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'POST of the ref at the commit it pointed to',
    remains: ['Pull requests that GitHub closed with the branch stay closed.'],
    payloadSchema: objectSchema(['owner', 'repo', 'ref'], { ...inRepository, ref: path }),
    notes: 'As long as GitHub keeps commits that nothing points to.',
    driftSignal: 'whether the ref is there again',
    kind: ref,
    answered: answeredAt,
    effect: 'delete',
    addresses: refOf,
  }),
];
