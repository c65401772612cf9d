import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SealedCalls } from '../../actions/sealed-calls.service.js';
import type { Json, Replaced, Trace } from '../../connectors/connector.js';
import type { CallRedactor } from '../../redaction/call-redactor.js';

/** The content that an undo read and wrote holds the values of the call, so it is stored sealed if the call is redacted. */
@Injectable()
export class KeptContents {
  constructor(private readonly sealed: SealedCalls) {}

  contents(redactor: CallRedactor | null, actionId: string, replaced: readonly Replaced[]): readonly Replaced[] {
    if (redactor === null) return replaced;
    return replaced.map((one) => ({ ...one, content: sealedIn(redactor, actionId, one.content) }));
  }

  traces(redactor: CallRedactor | null, actionId: string, traces: readonly Trace[]): readonly Trace[] {
    if (redactor === null) return traces;
    return traces.map(({ written, ...trace }) =>
      written ? ({ ...trace, written: sealedIn(redactor, actionId, { ...written }) } as unknown as Trace) : trace,
    );
  }

  async openContents<R extends readonly Replaced[] | null>(
    em: EntityManager,
    organizationId: string,
    actionId: string,
    replaced: R,
  ): Promise<R> {
    if (replaced === null) return replaced;
    const opened: Replaced[] = [];
    for (const one of replaced)
      opened.push({ ...one, content: await this.opened(em, organizationId, actionId, one.content) });
    return opened as unknown as R;
  }

  async openTraces(em: EntityManager, organizationId: string, actionId: string, traces: readonly Trace[]) {
    const opened: Trace[] = [];
    for (const { written, ...trace } of traces)
      opened.push(written ? { ...trace, written: await this.opened(em, organizationId, actionId, written) } : trace);
    return opened;
  }

  private async opened<T extends object>(
    em: EntityManager,
    organizationId: string,
    actionId: string,
    kept: T,
  ): Promise<T> {
    const sealed = SEALED in kept ? kept[SEALED] : null;
    if (typeof sealed !== 'string') return kept;
    return (await this.sealed.notes(em, organizationId, actionId, sealed)) as T;
  }
}

/** No connector has a member of this name in what it keeps. */
const SEALED = '$sealed';

const sealedIn = (redactor: CallRedactor, actionId: string, value: Json) => ({
  [SEALED]: redactor.seal(actionId, 'notes', { value, values: [] }),
});
