import { egressFetch } from '../../platform/egress/egress-fetch.js';
import type { AccessOf } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { accessTokenOf } from './access-token.js';

const MOST_BYTES_OF_A_TOKEN = 1_000_000;

/** The address of Google's API for each connector. */
export const GOOGLE_APIS = {
  gcal: 'https://www.googleapis.com',
  gdrive: 'https://www.googleapis.com',
  gmail: 'https://gmail.googleapis.com',
} as const;

export function googleAccess(connector: keyof typeof GOOGLE_APIS): AccessOf {
  return async (context) => {
    const base = new URL(baseUrlOf(context, GOOGLE_APIS[connector]));
    const { fetch, close } = egressFetch({ ...context, maxBytes: MOST_BYTES_OF_A_TOKEN });
    try {
      return { base, authorization: `Bearer ${await accessTokenOf(context, fetch)}` };
    } finally {
      await close();
    }
  };
}
