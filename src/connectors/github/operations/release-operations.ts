import type { Octokit } from '@octokit/rest';
import { given } from '../../resource/arguments.js';
import { objectSchema, reversible } from '../../resource/define.js';
import type { ResourceOperation } from '../../resource/resource.js';
import { listedReleases, release, releaseToDelete, reportedRelease } from '../release.js';
import { addressIn, inRepository, number, numberIn, text, textOrNull } from '../repository.js';

const flag = { type: 'boolean' };
const content = {
  tag_name: text,
  target_commitish: text,
  name: textOrNull,
  body: textOrNull,
  draft: flag,
  prerelease: flag,
};
const inRelease = { ...inRepository, release_id: number };

export const releaseOperations: readonly ResourceOperation<Octokit>[] = [
  reversible({
    apiName: 'github.repos.createRelease',
    operationType: 'CREATE',
    reversibility: 'compensating',
    inverse: 'DELETE of the release',
    remains: ['A tag that GitHub made for the release stays.'],
    payloadSchema: objectSchema(['owner', 'repo', 'tag_name'], {
      ...inRepository,
      ...content,
      generate_release_notes: flag,
    }),
    notes: 'Watchers have been notified, and files may have been fetched.',
    driftSignal: 'tag, name, body and state of the release',
    kind: release,
    effect: 'create',
    addresses: (payload, response) =>
      response === undefined ? null : [{ ...addressIn(payload), release_id: numberIn(response, 'id') }],
    sets: (payload) => ({
      ...given(payload, 'tag_name', 'target_commitish'),
      draft: payload.draft ?? false,
      prerelease: payload.prerelease ?? false,
      // Generated notes are appended to the body, and give a name when there is none.
      ...(payload.generate_release_notes !== true && { body: payload.body ?? '' }),
      ...(payload.name && { name: payload.name }),
    }),
    left: reportedRelease,
    fills: ({ generate_release_notes: hasNotes }) => ['target_commitish', ...(hasNotes ? ['name', 'body'] : [])],
    within: (payload) => addressIn(payload),
    listed: listedReleases,
  }),
  reversible({
    apiName: 'github.repos.updateRelease',
    operationType: 'UPDATE',
    inverse: 'PATCH of the release with the former values of the fields that the call named',
    payloadSchema: objectSchema(['owner', 'repo', 'release_id'], { ...inRelease, ...content }),
    notes: 'What publishing a draft has sent has been sent.',
    driftSignal: 'each field by itself',
    kind: release,
    effect: 'update',
    addresses: (payload) => [addressIn(payload, 'release_id')],
    sets: (payload) => ({
      ...given(payload, 'tag_name', 'target_commitish', 'draft', 'prerelease'),
      ...(payload.name !== undefined && { name: payload.name ?? '' }),
      ...(payload.body !== undefined && { body: payload.body ?? '' }),
    }),
    replaced: (_, response) => ({ beside: given(reportedRelease(response) ?? {}, 'name', 'body') }),
  }),
  reversible({
    apiName: 'github.repos.deleteRelease',
    operationType: 'DELETE',
    reversibility: 'compensating',
    inverse: 'POST of a release with the same tag, name and body',
    remains: ['The release has a new id and time; files that had been uploaded to it are gone.'],
    payloadSchema: objectSchema(['owner', 'repo', 'release_id'], inRelease),
    notes: 'The tag is not deleted with the release.',
    driftSignal: 'whether the release is there again',
    kind: releaseToDelete,
    effect: 'delete',
    addresses: (payload) => [addressIn(payload, 'release_id')],
  }),
];
