import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newKey } from '../../../api/idempotency';
import { Unreachable } from '../../../api/problem';
import type { Schemas } from '../../../api/wire';
import { approvalQuery, approve, reject, revoke } from '../api';

export type Decision =
  | { readonly kind: 'approve'; readonly body: Schemas['ApproveBody'] }
  | { readonly kind: 'reject'; readonly body: Schemas['RejectBody'] }
  | { readonly kind: 'revoke' };

/** A key that stays while no answer came, so that a second try of the same decision is not a second decision. */
export function useKeys() {
  const kept = useRef<{ text: string; key: string } | null>(null);
  return {
    of(decision: unknown): string {
      const text = JSON.stringify(decision);
      if (kept.current?.text !== text) kept.current = { text, key: newKey() };
      return kept.current.key;
    },
    settle(error: Error | null) {
      if (!(error instanceof Unreachable)) kept.current = null;
    },
  };
}

/**
 * Decides on one approval. Afterwards the page shows the approval as the service then returns it, also if another
 * operator decided first.
 */
export function useDecide(id: string) {
  const queryClient = useQueryClient();
  const keys = useKeys();
  return useMutation({
    mutationFn: (decision: Decision): Promise<Schemas['Approval']> => {
      const key = keys.of(decision);
      if (decision.kind === 'revoke') return revoke({ id, key });
      return decision.kind === 'approve'
        ? approve({ id, key, body: decision.body })
        : reject({ id, key, body: decision.body });
    },
    onSettled: (_, error) => {
      keys.settle(error);
      const refreshed = queryClient.invalidateQueries({ queryKey: approvalQuery(id).queryKey, exact: true });
      // The refresh would not end before the service answers again, and the operator needs the result now.
      return error instanceof Unreachable ? undefined : refreshed;
    },
  });
}
