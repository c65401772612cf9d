import { Injectable } from '@nestjs/common';
import type { Principal } from '../auth/access/principal.js';
import { type ConnectorContext, type JsonObject, ProviderUnavailableError } from '../connectors/connector.js';
import { type IsolatedConnector, Isolation } from '../isolation/isolation.service.js';
import { notFound } from '../platform/errors.js';
import { RegistryService } from '../registry/registry.service.js';
import { CredentialsService } from './credentials.service.js';
import { callsOn, keyOf, type TriedCall, toTriedView } from './undo-trial.js';

/** A read that the provider refused. */
class RefusedRead extends Error {}

/**
 * Tries on one table whether an undo will work: it reads a row, captures the state of calls on it and plans their undo.
 * No statement of a trial writes.
 */
@Injectable()
export class UndoTrialsService {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly registry: RegistryService,
    private readonly isolation: Isolation,
  ) {}

  /** @throws 404 for a connector without tables, and where no credential is stored */
  async tryOn({ organizationId }: Principal, connectorId: string, table: string) {
    const connector = this.registry.connector(connectorId);
    if (!connector || !this.registry.find(`${connectorId}.rows.list`)) throw notFound('connector');
    const context = await this.credentials.contextFor(organizationId, connectorId);
    if (!context) throw notFound('credential');
    const isolated = this.isolation.of(organizationId, connector);
    try {
      const [row] = await readRows(isolated, context, {
        apiName: `${connectorId}.rows.list`,
        payload: { table, limit: 1 },
      });
      if (!row) return { table, calls: [], reason: 'The table has no row to try with.' };
      const constraints = { apiName: `${connectorId}.constraints.list`, payload: { table } };
      const key = keyOf(await readRows(isolated, context, constraints));
      const calls = [];
      for (const call of callsOn(connectorId, table, row, key)) calls.push(await tryCall(isolated, context, call));
      return { table, calls, reason: null };
    } catch (error) {
      if (!(error instanceof RefusedRead || error instanceof ProviderUnavailableError)) throw error;
      return { table, calls: [], reason: error.message };
    }
  }
}

async function readRows(connector: IsolatedConnector, context: ConnectorContext, call: TriedCall) {
  const performed = await connector.perform(call, { ...context, note: () => Promise.resolve() });
  if (performed.outcome !== 'done') throw new RefusedRead(performed.refusal.message);
  return (performed.response as unknown as { rows: readonly JsonObject[] }).rows;
}

async function tryCall(connector: IsolatedConnector, context: ConnectorContext, { apiName, payload }: TriedCall) {
  const capture = await connector.capture({ apiName, payload }, context);
  if (!capture.captured) return toTriedView(apiName, capture, null);
  const effect = { apiName, payload, response: { rowCount: 1 }, snapshot: capture.content };
  return toTriedView(apiName, capture, await connector.plan(effect));
}
