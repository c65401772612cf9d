import { client, publicDataOf } from '../../../api/client';
import { isProblem } from '../../../api/problem';

/** The operator of this browser; null where none is signed in. */
export const whoIsSignedIn = () =>
  publicDataOf(client.GET('/me')).catch((error: unknown) => {
    if (isProblem(error) && error.code === 'unauthenticated') return null;
    throw error;
  });
