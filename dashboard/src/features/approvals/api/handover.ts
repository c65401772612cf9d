import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

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
