import { standard, text } from '../google/payload.js';
import { objectSchema, reading } from '../resource/define.js';

const flag = { type: 'boolean' };
const page = { pageSize: { type: 'integer', minimum: 1, maximum: 1_000 }, pageToken: text };
const everywhere = { supportsAllDrives: flag };
const shared = { ...everywhere, includeItemsFromAllDrives: flag, corpora: text, driveId: text };
const rest = { ...standard, ...page };
const ofFile = (required: readonly string[], more: object = {}) =>
  objectSchema(['fileId', ...required], { ...standard, fileId: text, ...more });

const READS: readonly [name: string, what: string, payloadSchema: object][] = [
  [
    'files.list',
    'Files, also by a query such as "name contains \'report\'".',
    objectSchema([], { ...rest, ...shared, q: text, orderBy: text, spaces: text }),
  ],
  ['files.get', 'What is said of a file; with alt "media" its content.', ofFile([], everywhere)],
  ['files.export', 'A document of Google’s own editors as another type.', ofFile(['mimeType'], { mimeType: text })],
  ['permissions.list', 'Who may use a file.', ofFile([], { ...page, ...everywhere })],
  ['permissions.get', 'One permission.', ofFile(['permissionId'], { permissionId: text, ...everywhere })],
  ['comments.list', 'Comments on a file; Google wants `fields`.', ofFile([], { ...page, includeDeleted: flag })],
  ['comments.get', 'One comment; Google wants `fields`.', ofFile(['commentId'], { commentId: text })],
  ['revisions.list', 'The revisions of a file.', ofFile([], page)],
  ['revisions.get', 'One revision.', ofFile(['revisionId'], { revisionId: text })],
  ['drives.list', 'Shared drives.', objectSchema([], { ...rest, q: text })],
  ['about.get', 'The account and its space; Google wants `fields`.', objectSchema(['fields'], { ...standard })],
];

export const readOperations = READS.map(([name, what, payloadSchema]) =>
  reading(`gdrive.${name}`, payloadSchema, what),
);
