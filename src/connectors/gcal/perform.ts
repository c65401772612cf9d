import type { calendar_v3 } from '@googleapis/calendar';
import { callGoogle, googlePerforming } from '../google/perform.js';
import { capturedVersion, isPreconditionFailed } from '../resource/precondition.js';
import type { Performing } from '../resource/resource.js';

/** An event is changed or deleted only as it was captured. */
export const performing: Performing<calendar_v3.Calendar> = googlePerforming<calendar_v3.Calendar>((path) => path, {
  isConditional: ({ captured }) => typeof capturedVersion(captured) === 'string',
  isOvertaken: isPreconditionFailed,
  call: (client, path, payload, _key, captured) => callGoogle(client, path, payload, capturedVersion(captured)),
});
