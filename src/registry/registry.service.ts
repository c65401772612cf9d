import { Inject, Injectable } from '@nestjs/common';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Connector, JsonObject, OperationDefinition, OperationType } from '../connectors/connector.js';
import { type CallFacts, type Covers, doneBy } from '../connectors/facts/facts.js';
import { beforeIn } from '../connectors/summary/before.js';
import { summaryOf } from '../connectors/summary/summary.js';
import { targetsOf } from '../connectors/summary/targets.js';
import { judgedAs } from './judged-as.js';

export const CONNECTORS = Symbol('connectors');

/**
 * The only source of the operations that can be called, captured and undone (docs/contract.md, "Credentials and
 * registry").
 */
@Injectable()
export class RegistryService {
  private readonly schemas = new PayloadSchemas();
  private readonly byId: ReadonlyMap<string, Connector>;
  private readonly operations: ReadonlyMap<string, { connector: Connector; operation: OperationDefinition }>;

  constructor(@Inject(CONNECTORS) connectors: readonly Connector[]) {
    this.byId = new Map(connectors.map((connector) => [connector.id, connector]));
    this.operations = new Map(
      connectors.flatMap((connector) =>
        connector.operations.map((operation) => [operation.apiName, { connector, operation }] as const),
      ),
    );
  }

  get connectors(): readonly Connector[] {
    return [...this.byId.values()];
  }

  connector(id: string): Connector | undefined {
    return this.byId.get(id);
  }

  /** Undefined for an apiName that no connector defines: it may be logged, it cannot be undone. */
  find(apiName: string): { connector: Connector; operation: OperationDefinition } | undefined {
    const listed = this.operations.get(apiName);
    if (listed) return listed;
    const connector = this.byId.get(apiName.slice(0, apiName.indexOf('.')));
    const operation = connector?.named?.(apiName);
    return connector && operation ? { connector, operation } : undefined;
  }

  /**
   * A call as one sentence (docs/contract.md, "Summaries"). @param snapshot of this very payload; null when there is
   * none to show
   */
  summaryOf(apiName: string, payload: JsonObject, snapshot: unknown = null): string {
    return summaryOf(this.templateOf(apiName), apiName, payload, beforeIn(snapshot));
  }

  /** The traits by which a search finds the call: its connector, and the names of its targets. */
  traitsOf(apiName: string, payload: JsonObject): { connector: string | null; targets: readonly string[] } {
    const connector = this.find(apiName)?.connector.id ?? null;
    return { connector, targets: targetsOf(this.templateOf(apiName), payload) };
  }

  private templateOf(apiName: string): string | null {
    const known = this.find(apiName)?.connector;
    return known?.summaries?.[apiName.slice(known.id.length + 1)] ?? null;
  }

  /** Operations that a call of this one may turn out to do, once its facts are read. */
  coverableBy(apiName: string): readonly string[] {
    const covers = this.coversOf(apiName);
    return covers ? [...new Set(Object.values(covers.byVerb))] : [];
  }

  /**
   * The operations that the call does besides its own, as policies read them.
   * @param facts null when they were not read
   */
  additionalEffects(apiName: string, facts: CallFacts | null) {
    const covers = facts && this.coversOf(apiName);
    const names = covers ? doneBy(covers, facts) : [];
    return names.map((name) => ({ apiName: name, ...this.judgedAs(name, 'EXECUTE') }));
  }

  private coversOf(apiName: string): Covers | undefined {
    const covers = this.find(apiName)?.connector.facts.covers;
    return covers?.apiName === apiName ? covers : undefined;
  }

  /** The call as policies read it; see `judged-as.ts`. */
  judgedAs(apiName: string, declared: OperationType): Pick<OperationDefinition, 'operationType' | 'reversibility'> {
    return judgedAs(this.find(apiName)?.operation, declared);
  }

  /** The fault of the payload against the schema of the operation; null when it fits. */
  schemaError(operation: OperationDefinition, payload: JsonObject): string | null {
    return this.schemas.schemaError(operation, payload);
  }

  list() {
    return [...this.operations.values()].map(
      ({ connector, operation: { performs, isBoundToCapture: _, ...operation } }) => ({
        ...operation,
        driftSignal: operation.driftSignal ?? null,
        undoableForHours: operation.undoableForHours ?? null,
        summary: this.templateOf(operation.apiName),
        advice: adviceOn(operation),
        ...performing(connector, { performs }),
        connector: connector.id,
        facts: [...connector.facts.names],
        apiVersion: connector.apiVersion,
        credentialFields: connector.credentialFields.map(({ publicPart: _, secretsIn: __, ...field }) => field),
        verified: connector.verified,
      }),
    );
  }
}

/** Says whether the service can make such a call, and if not, why. */
export function performing({ perform }: Connector, { performs }: Pick<OperationDefinition, 'performs'>) {
  if (performs === true && perform) return { performable: true, unperformableReason: null };
  const reason = typeof performs === 'string' ? performs : 'The service does not make calls of this connector yet.';
  return { performable: false, unperformableReason: reason };
}

/** The advice for a policy on an operation that cannot be undone. */
function adviceOn({ reversibility, operationType }: OperationDefinition): 'REQUIRE_APPROVAL' | null {
  return reversibility === 'none' && operationType !== 'READ' ? 'REQUIRE_APPROVAL' : null;
}

/** The schemas of operations, each compiled when it is first asked for. */
class PayloadSchemas {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false });
  private readonly compiled = new WeakMap<object, ValidateFunction>();

  /** The place and kind of the payload's first fault; null when it fits. */
  schemaError({ payloadSchema }: OperationDefinition, payload: JsonObject): string | null {
    const validate = this.compiled.get(payloadSchema) ?? this.ajv.compile(payloadSchema);
    this.compiled.set(payloadSchema, validate);
    if (validate(payload)) return null;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`.trim();
  }
}
