import type { calendar_v3 } from '@googleapis/calendar';
import { callGoogle, googlePerforming } from '../google/perform.js';
import { isPreconditionFailed, versionMet } from '../resource/met.js';
import type { Performing } from '../resource/resource.js';

/** An event is changed or deleted only as it was captured. */
export const performing: Performing<calendar_v3.Calendar> = googlePerforming<calendar_v3.Calendar>((path) => path, {
  isConditional: ({ captured }) => typeof versionMet(captured) === 'string',
  isOvertaken: isPreconditionFailed,
  call: (client, path, payload, _key, captured) => callGoogle(client, path, payload, versionMet(captured)),
});
