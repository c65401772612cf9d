// For nearly all calls only the session has to be checked. For them the general statements do several times the needed work,
// so the ledger also has short ones (`clear_actions`, `confirm_cleared`). This file decides which of the two can write
// an item, from the expected state: an item that the short form cannot write goes to the general form. The two forms
// have separate batches, so that no client sends another client's calls to the slower form.

import type { ConfirmItem, RecordItem } from './items.js';

/** Cleared at once: matched by no policy, without a snapshot or a grant, in an active session. */
export const isFastAsk = (item: RecordItem): boolean =>
  item.status === 'CLEARED' &&
  !item.performed &&
  isInOpenSession(item) &&
  item.precapture === null &&
  item.fingerprints === null &&
  item.grant_id === null &&
  item.approval === null &&
  item.decision === 'ALLOW' &&
  item.policy_ids.length === 0 &&
  item.policy_reason === null &&
  item.shadow === null &&
  item.note.policies === undefined &&
  item.seen_calls === undefined &&
  item.sealed === undefined;

/** The success of a cleared call without a violation, in an active session. */
export const isFastConfirmation = (item: ConfirmItem): boolean =>
  item.was === 'CLEARED' &&
  item.status === 'SUCCESS' &&
  isInOpenSession(item) &&
  item.was_violation === null &&
  item.violation === null &&
  !item.edited &&
  item.sealed === undefined;

const isInOpenSession = ({ session_status, rolled }: RecordItem | ConfirmItem) =>
  session_status === 'ACTIVE' && !rolled;
