import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import { type ApprovalDetail, withDeadline } from '../approval';

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
