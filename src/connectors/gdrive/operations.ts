import type { Json, JsonObject } from '../connector.js';
import { createdId, objectIn, standard, text, textIn } from '../google/payload.js';
import { objectSchema, reversible } from '../resource/define.js';
import { isEquivalent } from '../resource/undo/equivalent.js';
import { NOTHING_ANSWERED } from '../resource/undo/origin.js';
import { answeredRevision, contentOf, contentPut, isContent } from './content.js';
import { fieldsOf, file, newestFiles } from './file.js';
import { irreversibleOperations } from './irreversible.js';

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'files.update': 'Update file {fileId}[ to {addParents}][ from {removeParents}][: {requestBody:changes}]',
  'files.create': 'Create file[ {requestBody.name}][ in {requestBody.parents}]',
  'files.delete': 'Delete file {fileId} for good',
  'files.emptyTrash': 'Empty the trash[ of {driveId}]',
  'files.copy': 'Copy file {fileId}[ as {requestBody.name}]',
  'permissions.create':
    'Share {fileId}[ with {requestBody.emailAddress|requestBody.domain|requestBody.type}][ as {requestBody.role}]',
  'permissions.update': 'Change permission {permissionId} of {fileId}[ to {requestBody.role}]',
  'permissions.delete': 'End permission {permissionId} of {fileId}',
  'comments.create': 'Comment on {fileId}[: {requestBody.content:text}]',
  'comments.delete': 'Delete comment {commentId} on {fileId}',
  'revisions.delete': 'Delete revision {revisionId} of {fileId}',
  'drives.delete': 'Delete shared drive {driveId}',
};

const MOVED = ['addParents', 'removeParents'];
/** The folder above all others has an id of its own, which only Google knows. */
const ROOT = 'root';

const flag = { type: 'boolean' };
const options = {
  ...standard,
  ...{ supportsAllDrives: flag, supportsTeamDrives: flag, enforceSingleParent: flag },
  ...{ includePermissionsForView: text, includeLabels: text },
};
const members = { name: text, description: { type: 'string' }, starred: flag, trashed: flag };
const NAMES = Object.keys(members);

function named(body: JsonObject): JsonObject {
  const all = fieldsOf(body);
  return Object.fromEntries(NAMES.filter((name) => name in body).map((name) => [name, all[name] ?? null]));
}

/** The fields of an answer, which holds only the requested members. */
function answeredFields(response: unknown): JsonObject {
  const answer = objectIn(response as JsonObject);
  const all = fieldsOf(answer);
  return Object.fromEntries(
    Object.keys(all)
      .filter((name) => name in answer)
      .map((name) => [name, all[name] ?? null]),
  );
}

function answeredType(response: unknown): JsonObject {
  const { mimeType } = objectIn(response as JsonObject);
  return typeof mimeType === 'string' ? { mimeType } : {};
}

const listOf = (payload: JsonObject, name: string) =>
  String(payload[name] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function moved(payload: JsonObject, before: JsonObject | null): JsonObject {
  if (!before || MOVED.every((name) => listOf(payload, name).length === 0)) return {};
  const removed = listOf(payload, 'removeParents');
  const kept = ((before.parents ?? []) as string[]).filter((parent) => !removed.includes(parent));
  return { parents: [...new Set([...kept, ...listOf(payload, 'addParents')])].sort() };
}

function isSameFolders(sent: Json, answered: Json): boolean {
  if (!Array.isArray(sent) || !Array.isArray(answered) || sent.length !== answered.length) return false;
  return sent.filter((one) => one !== ROOT).every((one) => answered.includes(one));
}

export const operations = [
  reversible({
    apiName: 'gdrive.files.update',
    operationType: 'UPDATE',
    inverse: 'files.update with the former name, folders, description, star, trash and content',
    payloadSchema: objectSchema(['fileId'], {
      ...options,
      fileId: text,
      addParents: text,
      removeParents: text,
      requestBody: objectSchema([], members),
      media: objectSchema(['body'], { mimeType: text, body: {} }),
    }),
    notes:
      'Content of up to 1 MB is restored as one more revision; documents of Google’s own editors have none. Moves to the folder "root" need `fields` with `parents`.',
    driftSignal: 'name, folders, description, star, trash and bytes',
    kind: file,
    effect: 'update',
    addresses: (payload) => {
      const fileId = textIn(payload, 'fileId');
      const hasMedia = payload.media !== undefined;
      if (hasMedia) contentPut(objectIn(payload, 'media'));
      const isOnlyMedia = hasMedia && ['requestBody', ...MOVED].every((name) => payload[name] === undefined);
      return [...(isOnlyMedia ? [] : [{ fileId }]), ...(hasMedia ? [contentOf(fileId)] : [])];
    },
    sets: (payload, address, before) =>
      address && isContent(address)
        ? contentPut(objectIn(payload, 'media'))
        : { ...named(objectIn(payload, 'requestBody')), ...moved(payload, before) },
    left: (response, address) => (isContent(address) ? answeredType(response) : answeredFields(response)),
    answered: (response, address) => (isContent(address) ? answeredRevision(response) : NOTHING_ANSWERED),
    isSame: (sent, answered, field) =>
      field === 'parents' ? isSameFolders(sent, answered) : isEquivalent(sent, answered),
    remains: (payload) =>
      payload.media === undefined ? [] : ['The revisions of the file in between stay in its history.'],
  }),
  reversible({
    apiName: 'gdrive.files.create',
    operationType: 'CREATE',
    reversibility: 'compensating',
    inverse: 'files.update with trashed: true',
    payloadSchema: objectSchema([], { ...options, requestBody: { type: 'object' }, media: { type: 'object' } }),
    notes: 'Google empties the trash after 30 days.',
    driftSignal: 'name, folders, description, star and trash',
    kind: file,
    effect: 'create',
    addresses: (_payload, response) => {
      const fileId = createdId(response);
      return fileId === null ? null : [{ fileId }];
    },
    listed: newestFiles,
    sets: (payload) => {
      const body = objectIn(payload, 'requestBody');
      const { parents, ...rest } = fieldsOf(body);
      const isKnown = Array.isArray(parents) && !parents.includes(ROOT);
      return { ...rest, ...(isKnown && { parents }) };
    },
    ends: { trashed: true },
    remains: ['The file lies in the trash, until Google empties it after 30 days.'],
  }),
  ...irreversibleOperations,
];
