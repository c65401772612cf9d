import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  type CallOutcome,
  type Capture,
  type CapturedCall,
  type Connector,
  type ConnectorContext,
  type Discovery,
  type Effect,
  type FieldChange,
  type JsonObject,
  type Kept,
  type Noted,
  type Performed,
  type PerformedCall,
  ProviderUnavailableError,
  type UndoPlan,
  type UndoReport,
} from '../connectors/connector.js';
import { allUnknown, type CallFacts, type ReadCall } from '../connectors/facts/facts.js';
import { type ProbedOutcome, UNKNOWN } from '../connectors/proof/proof.js';
import { withoutSecrets } from '../connectors/redaction.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { spanned } from '../platform/telemetry/tracing.js';
import { readsOf } from './confinement.js';
import { PoisonedWorkError } from './poisoned-work.error.js';
import { InterpreterPool, InterruptedWorkError } from './pool.js';
import type { Method } from './protocol.js';

export const INTERPRETER_FILE = Symbol('the file that an interpreter runs');

const BOUNDS = {
  deadlineMs: 5_000,
  heapMegabytes: 256,
  most: 2,
  idleMs: 30_000,
  each: 8,
  apartMs: 60_000,
};

/** The first requests after a start have the processor for themselves until then. */
const WARM_AFTER_MS = 3_000;

/** A connector as in `connectors/connector.ts`, at work for one organization in another process. */
export interface IsolatedConnector {
  readonly id: string;
  /**
   * Reads the facts of each call; all are unknown when the work had to be ended.
   * @throws ProviderUnavailableError
   */
  facts(calls: readonly ReadCall[]): Promise<readonly CallFacts[]>;
  capture(call: CapturedCall, context: ConnectorContext): Promise<Capture>;
  /** Null also when the work had to be ended. */
  describeChange(call: { apiName: string; payload: JsonObject }, snapshot: JsonObject): Promise<FieldChange[] | null>;
  /** Empty also when the work had to be ended. */
  touches(effect: Effect): Promise<readonly string[]>;
  plan(effect: Effect): Promise<UndoPlan>;
  /** @throws ProviderUnavailableError */
  probeOutcome(effect: Effect, context: ConnectorContext): Promise<ProbedOutcome>;
  /** `unknown` where the work had to be ended and may have reached the provider. @throws ProviderUnavailableError */
  undo(effect: Effect, onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport>;
  /** @throws ProviderUnavailableError: `unsent` where nothing was noted, and so nothing was done */
  perform(call: PerformedCall, context: ConnectorContext): Promise<Performed>;
  /** `open` also when the work had to be ended. @throws ProviderUnavailableError */
  outcomeOf(noted: Noted, call: PerformedCall, context: ConnectorContext): Promise<CallOutcome>;
  planReapply(kept: Kept): Promise<UndoPlan>;
  /**
   * Applies an undone effect again, with the report of `undo`.
   * @throws ProviderUnavailableError
   */
  reapply(kept: Kept, onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport>;
  probe(context: ConnectorContext): Promise<void>;
  /** Absent when the provider names no operations. @throws ProviderUnavailableError */
  discover?(context: ConnectorContext): Promise<Discovery>;
}

/**
 * Runs connectors apart from the service: child processes read the data of agents and providers, within bounds of time
 * and memory, so that it cannot delay or end the work of other organizations (docs/contract.md, "Isolation").
 */
@Injectable()
export class Isolation implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pool: InterpreterPool;
  private warming: NodeJS.Timeout | null = null;

  constructor(@Inject(INTERPRETER_FILE) file: string, logger: PinoLogger) {
    const onEnd = (culprit: object | null, failure: string | null) =>
      failure === null
        ? logger.warn({ culprit }, 'an interpreter of calls had to be ended')
        : logger.error({ failure }, 'the system did not start an interpreter of calls');
    this.pool = new InterpreterPool({ ...BOUNDS, file, reads: readsOf(file), onEnd });
  }

  onApplicationBootstrap(): void {
    this.warming = setTimeout(() => this.pool.warm(), WARM_AFTER_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.warming) clearTimeout(this.warming);
    this.pool.close();
  }

  /** Closes the connections that this process keeps for a credential that was replaced or removed. */
  forget(organizationId: string, connector: string): void {
    this.pool.kept.forget(organizationId, connector);
  }

  of(organizationId: string, connector: Connector): IsolatedConnector {
    const { id, credentialFields, transport, facts } = connector;
    const { names } = facts;
    const run = (method: Method, values: readonly unknown[], context: ConnectorContext | null = null) =>
      spanned(`${id} ${method}`, { isClient: context !== null, attributes: { 'backstop.connector': id } }, () =>
        this.pool.run(organizationId, { connector: id, method, values }, context && reachable(context)),
      ) as Promise<never>;
    const reachable = (context: ConnectorContext): ConnectorContext => ({
      ...context,
      openTransport: () => transport(context),
    });
    const isolated: IsolatedConnector & Pick<Connector, 'credentialFields'> = {
      id,
      credentialFields,
      facts: (calls) => run('facts', [calls]).catch(unless(() => calls.map(() => allUnknown(names)))),
      capture: (call, context) =>
        run('capture', [call], context).catch(unless((reason) => ({ captured: false as const, reason }))),
      describeChange: (call, snapshot) => run('describeChange', [call, snapshot]).catch(unless(() => null)),
      touches: (effect) => run('touches', [effect]).catch(unless((): string[] => [])),
      plan: (effect) => run('plan', [effect]).catch(unless(impossible)),
      probeOutcome: (effect, context) => run('probeOutcome', [effect], context).catch(unless(() => UNKNOWN)),
      undo: (effect, onConflict, context) => run('undo', [effect, onConflict], context).catch(unless(ended)),
      perform: (call, context) => run('perform', [call], context).catch(outcomeOfError),
      outcomeOf: (noted, call, context) =>
        run('outcomeOf', [noted, call], context).catch(unless(() => ({ outcome: 'open' as const }))),
      planReapply: (kept) => run('planReapply', [kept]).catch(unless(impossible)),
      reapply: (kept, onConflict, context) => run('reapply', [kept, onConflict], context).catch(unless(ended)),
      probe: (context) => run('probe', [], context),
      ...(connector.discover && {
        discover: (context: ConnectorContext) => run('discover', [], context).catch(outcomeOfError),
      }),
    };
    return withoutSecrets(isolated);
  }
}

/** The answer for work that had to be ended. */
function unless<T>(said: (reason: string, mayHaveWritten: boolean) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof PoisonedWorkError) return said(`${error.message}.`, error.mayHaveWritten);
    if (error instanceof InterruptedWorkError) throw new ProviderUnavailableError(error.message);
    throw error;
  };
}

function outcomeOfError(error: unknown): never {
  if (!(error instanceof PoisonedWorkError || error instanceof InterruptedWorkError)) throw error;
  throw new ProviderUnavailableError(error.message, null, error.mayHaveWritten ? 'open' : 'unsent');
}

function impossible(reason: string): UndoPlan {
  return { class: 'impossible', calls: [], remains: ['Whatever the call did.'], reason };
}

function ended(detail: string, mayHaveWritten: boolean): UndoReport {
  return { outcome: mayHaveWritten ? 'unknown' : 'failed', detail, items: [] };
}
