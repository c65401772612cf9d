import { queryOptions } from '@tanstack/react-query';
import { answerOf, client, dataOf, nextCursor } from '../../api/client';
import type { JsonObject } from '../../api/json';
import type { Schemas } from '../../api/wire';
import { type Approval, type ApprovalDetail, withDeadline } from './approval';
import type { toQuery } from './filters';

export interface Approving {
  readonly id: string;
  /** Stays the same for each try of one decision. */
  readonly key: string;
  readonly body: Schemas['ApproveBody'];
}

export const approve = ({ id, key, body }: Approving) =>
  dataOf(
    client.POST('/approvals/{id}/approve', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

export interface Several {
  readonly key: string;
  readonly decisions: readonly Schemas['DecisionBody'][];
}

/** Sends several decisions. Each has the hash of the arguments that were shown, and gets an answer of its own. */
export const decideSeveral = ({ key, decisions }: Several) =>
  dataOf(
    client.POST('/approvals/decisions', {
      params: { header: { 'Idempotency-Key': key } },
      body: { decisions: [...decisions] },
    }),
  );

const LOOK_AGAIN_MS = 2_000;

/** True while a person has to decide, or while the service makes the call. */
const isOpen = ({ status, performance }: ApprovalDetail) =>
  status === 'PENDING' || performance?.state === 'queued' || performance?.state === 'running';

/** Asks for one approval with all facts that an operator needs; again while it is open and pending. */
export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approval', id],
    queryFn: async ({ signal }): Promise<ApprovalDetail> => {
      const { context, ...approval } = await dataOf(
        client.GET('/approvals/{id}', { params: { path: { id } }, signal }),
      );
      if (!context) throw new Error('The service answered no context of the approval.');
      return withDeadline({ ...approval, context });
    },
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_AGAIN_MS : false),
  });

const AGAIN_MS = 10_000;

/** Says that the card is open, and answers who else has it open; again and again for as long as it is. */
export const viewersQuery = (id: string) =>
  queryOptions({
    queryKey: ['approval', id, 'viewers'],
    queryFn: async ({ signal }) => {
      const { viewers } = await dataOf(client.PUT('/approvals/{id}/viewers', { params: { path: { id } }, signal }));
      return viewers;
    },
    refetchInterval: AGAIN_MS,
    gcTime: 0,
    retry: false,
  });

/** Leaves a note for the next operator; null removes the note. */
export const saveNote = (id: string, note: string | null) =>
  dataOf(client.PUT('/approvals/{id}/note', { params: { path: { id } }, body: { note } }));

export const PAGE = 200;
const WAIT_SECONDS = 25;

export interface List {
  readonly approvals: readonly Approval[];
  readonly etag: string | null;
  readonly next: string | null;
}

/** The list as it is now, or, with the tag of the list that is known, as soon as it differs; null: it does not. */
export async function listApprovals(
  query: ReturnType<typeof toQuery>,
  signal: AbortSignal,
  known: string | null = null,
): Promise<List | null> {
  const asked = client.GET('/approvals', {
    params: {
      query: { ...query, limit: PAGE, ...(known && { wait: WAIT_SECONDS }) },
      header: known ? { 'If-None-Match': known } : {},
    },
    cache: 'no-store',
    signal,
  });
  const { response: first } = await asked;
  if (first.status === 304) return null;
  const { data, response } = await answerOf(asked);
  return { approvals: data.map(withDeadline), etag: response.headers.get('etag'), next: nextCursor(response) };
}

/** The verdict that an approval with these arguments would get now. */
export const previewQuery = (id: string, payload: JsonObject) =>
  queryOptions({
    queryKey: ['approval', id, 'preview', JSON.stringify(payload)],
    queryFn: ({ signal }) =>
      dataOf(client.POST('/approvals/{id}/preview', { params: { path: { id } }, body: { payload }, signal })),
    retry: false,
  });

export interface Rejecting {
  readonly id: string;
  readonly key: string;
  readonly body: Schemas['RejectBody'];
}

export const reject = ({ id, key, body }: Rejecting) =>
  dataOf(
    client.POST('/approvals/{id}/reject', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

export const revoke = ({ id, key }: { readonly id: string; readonly key: string }) =>
  dataOf(client.POST('/approvals/{id}/revoke', { params: { path: { id }, header: { 'Idempotency-Key': key } } }));

/** Asks for the distance of the session from its stated intent; it needs the plan TEAM. */
export const driftQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id, 'intent', 'summary'],
    queryFn: ({ signal }) => dataOf(client.GET('/sessions/{id}/intent/summary', { params: { path: { id } }, signal })),
  });
