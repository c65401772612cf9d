import { canonicalHash } from '../../platform/hash.js';
import type { PolicyAction } from '../policy.js';
import type { PolicyView } from '../policy.view.js';

/** Leaves out the times of a policy's row: they say nothing of what it does. */
export const meaningOf = ({ createdAt: _, updatedAt: __, ...said }: PolicyView) => said;

/** A hash of everything that the policies say. */
export const stateOf = (unmatched: PolicyAction, policies: readonly PolicyView[]): string =>
  canonicalHash({ unmatched, policies: policies.map(meaningOf) });
