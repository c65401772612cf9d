import type { OperationType } from '../connector.js';
import { standard, text } from '../google/payload.js';
import { irreversible, objectSchema } from '../resource/define.js';

const flag = { type: 'boolean' };
const everywhere = { supportsAllDrives: flag, enforceSingleParent: flag };
const requestBody = { type: 'object' };
const admin = { ...everywhere, useDomainAdminAccess: flag };
const sharing = { ...admin, sendNotificationEmail: flag, emailMessage: text, transferOwnership: flag };
const ofFile = (required: readonly string[], more: object = {}) =>
  objectSchema(['fileId', ...required], { ...standard, fileId: text, ...more });

const CALLS: readonly [name: string, type: OperationType, why: string, payloadSchema: object][] = [
  [
    'files.delete',
    'DELETE',
    'Deleted for good. Moving it to the trash can be undone: gdrive.files.update, trashed.',
    ofFile([], everywhere),
  ],
  ['files.emptyTrash', 'DELETE', 'Deleted for good.', objectSchema([], { ...standard, driveId: text })],
  [
    'files.copy',
    'CREATE',
    'Compensation: gdrive.files.update of the copy, trashed.',
    ofFile([], { ...everywhere, requestBody }),
  ],
  [
    'permissions.create',
    'CREATE',
    'Read meanwhile, and mailed. Compensation: gdrive.permissions.delete.',
    ofFile(['requestBody'], { ...sharing, requestBody }),
  ],
  [
    'permissions.update',
    'UPDATE',
    'What was read or written meanwhile remains. Compensation: another update.',
    ofFile(['permissionId', 'requestBody'], {
      ...{ ...admin, permissionId: text, requestBody },
      ...{ removeExpiration: flag, transferOwnership: flag },
    }),
  ],
  [
    'permissions.delete',
    'DELETE',
    'Compensation: gdrive.permissions.create, which mails again.',
    ofFile(['permissionId'], { ...admin, permissionId: text }),
  ],
  [
    'comments.create',
    'CREATE',
    'Those who are mentioned are mailed. Compensation: gdrive.comments.delete.',
    ofFile(['requestBody'], { requestBody }),
  ],
  [
    'comments.delete',
    'DELETE',
    'A comment that is written again has another author and date.',
    ofFile(['commentId'], { commentId: text }),
  ],
  ['revisions.delete', 'DELETE', 'A deleted revision is not restored.', ofFile(['revisionId'], { revisionId: text })],
  [
    'drives.delete',
    'DELETE',
    'A deleted shared drive is not restored.',
    objectSchema(['driveId'], { ...standard, driveId: text, useDomainAdminAccess: flag, allowItemDeletion: flag }),
  ],
];

export const irreversibleOperations = CALLS.map(([name, type, why, payloadSchema]) =>
  irreversible(`gdrive.${name}`, type, why, payloadSchema),
);
