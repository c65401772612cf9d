import type { OperationType } from '../connector.js';
import { text, texts } from '../google/payload.js';
import { irreversible, objectSchema } from '../resource/define.js';
import { user } from './payload.js';

const SENT = 'Mail is not called back. Compensation: another mail, as an action of its own.';
const GONE = 'Deleted for good. Moving it to the trash instead can be undone: gmail.messages.trash.';
const THREAD = 'What a thread holds is not captured. Message by message it can be undone: ';
const flag = { type: 'boolean' };
const labels = { addLabelIds: texts, removeLabelIds: texts };
const mail = objectSchema(['raw'], { raw: text, threadId: text, labelIds: texts });
const settings = { type: 'object' };

const body = (schema: object) => objectSchema(['requestBody'], { ...user, requestBody: schema });
const byId = objectSchema(['id'], { ...user, id: text });
const put = objectSchema(['requestBody'], {
  ...{ ...user, requestBody: mail, internalDateSource: text, deleted: flag },
  ...{ neverMarkSpam: flag, processForCalendar: flag },
});

const CALLS: readonly [name: string, type: OperationType, why: string, payloadSchema: object][] = [
  ['messages.send', 'EXECUTE', SENT, body(mail)],
  ['drafts.send', 'EXECUTE', SENT, body(objectSchema(['id'], { id: text, message: mail }))],
  ['messages.delete', 'DELETE', GONE, byId],
  ['messages.batchDelete', 'DELETE', GONE, body(objectSchema(['ids'], { ids: { ...texts, maxItems: 1_000 } }))],
  ['threads.delete', 'DELETE', GONE, byId],
  [
    'threads.modify',
    'UPDATE',
    `${THREAD}gmail.messages.batchModify.`,
    objectSchema(['id', 'requestBody'], { ...user, id: text, requestBody: objectSchema([], labels) }),
  ],
  ['threads.trash', 'UPDATE', `${THREAD}gmail.messages.trash.`, byId],
  ['threads.untrash', 'UPDATE', `${THREAD}gmail.messages.untrash.`, byId],
  ['messages.insert', 'CREATE', 'Compensation: gmail.messages.trash of the message that it made.', put],
  ['messages.import', 'CREATE', 'Compensation: gmail.messages.trash of the message that it made.', put],
  ['settings.updateVacation', 'UPDATE', 'People who wrote meanwhile have been answered.', body(settings)],
  ['settings.updateAutoForwarding', 'UPDATE', 'What was forwarded meanwhile has left the mailbox.', body(settings)],
  [
    'settings.forwardingAddresses.create',
    'CREATE',
    'A mail asks the new address for its consent.',
    body(objectSchema(['forwardingEmail'], { forwardingEmail: text })),
  ],
  [
    'settings.forwardingAddresses.delete',
    'DELETE',
    'The address has to consent again.',
    objectSchema(['forwardingEmail'], { ...user, forwardingEmail: text }),
  ],
  [
    'settings.delegates.create',
    'CREATE',
    'The delegate may have read the mailbox meanwhile.',
    body(objectSchema(['delegateEmail'], { delegateEmail: text })),
  ],
  [
    'settings.delegates.delete',
    'DELETE',
    'A delegate has to be invited again.',
    objectSchema(['delegateEmail'], { ...user, delegateEmail: text }),
  ],
];

/** Known by name, so that policies can name them. */
export const irreversibleOperations = CALLS.map(([name, type, why, payloadSchema]) =>
  irreversible(`gmail.${name}`, type, why, payloadSchema),
);
