import { client, dataOf } from './client';

/** Ends the browser's session at the service, which takes the cookie back. */
export const signOut = () => dataOf(client.DELETE('/auth/browser-session'));
