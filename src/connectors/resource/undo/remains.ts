import type { JsonObject } from '../../connector.js';
import { UNSEEN } from '../../unseen.js';
import type { Touched } from '../items.js';
import type { ResourceOperation } from '../resource.js';

/** What remains in the world after a call was undone, and what may have been lost to it unseen. */
export function remainsOf<C>(
  { effect, remains = [] }: ResourceOperation<C>,
  payload: JsonObject,
  items: readonly Touched[],
): readonly string[] {
  const own = typeof remains === 'function' ? remains(payload) : remains;
  return effect !== 'create' && items.some(isUnseen) ? [...own, UNSEEN] : own;
}

const isUnseen = ({ overtaking }: Touched) => !overtaking.isShown;
