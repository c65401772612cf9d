import type { WebClient } from '@slack/web-api';
import { methodAt, type Performing, refuseMembers } from '../resource/perform.js';

/** Slack knows no idempotency keys; a token of its own would be another's. */
export const performing: Performing<WebClient> = {
  isKeyed: false,
  call: (client, path, payload) => {
    refuseMembers(payload, ['token']);
    return methodAt(client, path)(payload);
  },
};
