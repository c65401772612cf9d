import { client, dataOf } from '../../../api/client';

export const revokeInvitation = (id: string) =>
  dataOf(client.DELETE('/team/invitations/{id}', { params: { path: { id } } }));
