import type { WebClient } from '@slack/web-api';
import { methodAt, refuseMembers } from '../resource/performing.js';
import type { Performing } from '../resource/resource.js';

/** Slack knows no idempotency keys; a token of its own would be another's. */
export const performing: Performing<WebClient> = {
  isKeyed: false,
  call: (client, path, payload) => {
    refuseMembers(payload, ['token']);
    return methodAt(client, path)(payload);
  },
};
