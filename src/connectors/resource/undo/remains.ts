import type { Effect } from '../../connector.js';
import { UNSEEN } from '../../unseen.js';
import type { Recorded, Touched } from '../items.js';
import type { ResourceKind, ResourceOperation } from '../resource.js';
import { changedFields } from './three-way.js';

/** What remains in the world after a call was undone, and what may have been lost to it unseen. */
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

/** What the undo of one change leaves behind. */
export function leftBy<C>({ write }: ResourceKind<C>, { before, after }: Touched): readonly string[] {
  if (!before || !after) return [];
  return write?.leaves?.(changedFields(before.fields, after), before.fields) ?? [];
}

const isUnseen = ({ overtaking }: Touched) => !overtaking.isShown;

/** What only the response names, where nothing tells that it was not there before. */
export function unprovedOf<C>({ kind }: ResourceOperation<C>, { items, there }: Recorded): readonly string[] {
  if (kind.bornAt || there) return [];
  const claimed = items.filter(({ isCaptured, after }) => !isCaptured && after !== null);
  return claimed.map(({ address }) => `${kind.shown(address)} ${STAYS}`);
}

const STAYS = 'stays unless an operator forces its removal: nothing shows that it was not there before';
