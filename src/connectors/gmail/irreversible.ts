import type { OperationType } from '../connector.js';
import { irreversible } from '../resource/define.js';

const SENT = 'Mail is not called back. Compensation: another mail, as an action of its own.';
const GONE = 'Deleted for good. Moving it to the trash instead can be undone: gmail.messages.trash.';
const THREAD = 'What a thread holds is not captured. Message by message it can be undone: ';
const CALLS: readonly [name: string, type: OperationType, why: string][] = [
  ['messages.send', 'EXECUTE', SENT],
  ['drafts.send', 'EXECUTE', SENT],
  ['messages.delete', 'DELETE', GONE],
  ['messages.batchDelete', 'DELETE', GONE],
  ['threads.delete', 'DELETE', GONE],
  ['threads.modify', 'UPDATE', `${THREAD}gmail.messages.batchModify.`],
  ['threads.trash', 'UPDATE', `${THREAD}gmail.messages.trash.`],
  ['threads.untrash', 'UPDATE', `${THREAD}gmail.messages.untrash.`],
  ['messages.insert', 'CREATE', 'Compensation: gmail.messages.trash of the message that it made.'],
  ['messages.import', 'CREATE', 'Compensation: gmail.messages.trash of the message that it made.'],
  ['settings.updateVacation', 'UPDATE', 'People who wrote meanwhile have been answered.'],
  ['settings.updateAutoForwarding', 'UPDATE', 'What was forwarded meanwhile has left the mailbox.'],
  ['settings.forwardingAddresses.create', 'CREATE', 'A mail asks the new address for its consent.'],
  ['settings.forwardingAddresses.delete', 'DELETE', 'The address has to consent anew.'],
  ['settings.delegates.create', 'CREATE', 'The delegate may have read the mailbox meanwhile.'],
  ['settings.delegates.delete', 'DELETE', 'A delegate has to be invited anew.'],
];

/** Known by name, so that policies can name them. */
export const irreversibleOperations = CALLS.map(([name, type, why]) => irreversible(`gmail.${name}`, type, why));
