import { types } from 'node:util';
import { describeFailure } from '../asking/failure.js';
import type { Gate } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import { record, recordObject } from './recording/recorded.js';

/** Records a read that has run, without holding up its value or changing it. */
export function logRead(apiName: string, args: readonly unknown[], value: unknown, gate: Gate, settings: WrapSettings) {
  const { json: payload } = recordObject({ args: [...args] }, settings.isRedacted);
  const call = { apiName, operationType: 'READ', payload } as const;
  const succeed = (answer: unknown) => {
    const { json: response } = record(answer, settings.isRedacted);
    return gate.report?.(call, { status: 'SUCCESS', response, payload });
  };
  const fail = (error: unknown) =>
    gate.report?.(call, { status: 'FAILED', response: { error: describeFailure(error) } });
  // A thenable that is no native promise may begin its work when it is asked for its value.
  const reported = types.isPromise(value) ? value.then(succeed, fail) : Promise.resolve(succeed(value));
  return reported.catch((error) => {
    process.emitWarning(`A read of ${apiName} was not recorded: ${String(error)}`, 'BackstopWarning');
  });
}
