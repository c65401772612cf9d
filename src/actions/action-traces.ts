// SQL: one column of a call, read only where traces are sent.

import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { isTracing, spanned } from '../platform/telemetry/tracing.js';

/** Puts work on a call that no request waits for into the trace of the agent that asked for the call. */
@Injectable()
export class ActionTraces {
  constructor(private readonly database: Database) {}

  async around<T>(organizationId: string, actionId: string, name: string, work: () => Promise<T>): Promise<T> {
    if (!isTracing()) return work();
    const [found] = await this.database
      .transaction(
        organizationId,
        (em): Promise<{ traceparent: string | null; api_name: string }[]> =>
          em.query('SELECT traceparent, api_name FROM actions WHERE organization_id = $1 AND id = $2', [
            organizationId,
            actionId,
          ]),
      )
      .catch(() => []);
    const attributes = { 'backstop.action_id': actionId, 'backstop.api_name': found?.api_name ?? '' };
    return spanned(name, { parent: found?.traceparent, attributes }, work);
  }
}
