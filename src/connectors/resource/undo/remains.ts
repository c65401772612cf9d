import type { Effect } from '../../connector.js';
import { UNSEEN } from '../../unseen.js';
import type { Recorded, Touched } from '../items.js';
import type { ResourceKind, ResourceOperation } from '../resource.js';
import { changedFields } from './three-way.js';

/**
 * The effects that remain in the world after a call was undone, and a note on changes that may have been lost unseen.
 */
export function remainsOf<C>(
  { effect, remains = [], kind }: ResourceOperation<C>,
  { payload, response }: Pick<Effect, 'payload' | 'response'>,
  items: readonly Touched[],
): readonly string[] {
  const own = [
    ...(typeof remains === 'function' ? remains(payload, response) : remains),
    ...items.flatMap((item) => leftBy(kind, item)),
  ];
  return effect !== 'create' && items.some(isUnseen) ? [...own, UNSEEN] : own;
}

/** The effects that the undo of one change, or of one deletion, leaves behind. */
export function leftBy<C>({ write, recreate }: ResourceKind<C>, { before, after }: Touched): readonly string[] {
  if (!before) return [];
  if (!after) return recreate?.leaves?.(Object.keys(before.fields), before.fields) ?? [];
  return write?.leaves?.(changedFields(before.fields, after), before.fields) ?? [];
}

const isUnseen = ({ overtaking }: Touched) => !overtaking.isShown;

/** The resources that only the response names, when nothing shows that they were not there before. */
export function unprovedOf<C>({ kind }: ResourceOperation<C>, { items, there }: Recorded): readonly string[] {
  if (kind.createdAt || there) return [];
  const claimed = items.filter(({ isCaptured, after }) => !isCaptured && after !== null);
  return claimed.map(({ address }) => `${kind.label(address)} ${STAYS}`);
}

const STAYS = 'stays unless an operator forces its removal: nothing shows that it was not there before';
