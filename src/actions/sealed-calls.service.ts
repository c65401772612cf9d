// SQL: the sealed values of several calls are read through a view that nothing else reads.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Json, JsonObject } from '../connectors/connector.js';
import { Database } from '../platform/database/database.js';
import type { KnownValue } from '../redaction/known-values.js';
import { type Opener, Redactions } from '../redaction/redactions.service.js';
import type { SealedParts } from './ledger/items.js';

/** A call as it was read, with what is shown of it. */
interface ReadCall {
  readonly id: string;
  readonly payload: JsonObject;
  readonly response?: Json;
  readonly snapshot_content?: JsonObject | null;
  readonly redacted: unknown;
  readonly snapshot_redacted?: unknown;
}

/** The same with the true values, which nothing may show, store or log; `shown` is what may. */
export type OpenedCall<T> = T & {
  readonly shown: T;
  /** The values that were taken out of it. */
  readonly values: readonly KnownValue[];
};

interface SealedRow {
  readonly id: string;
  readonly sealed: SealedParts | null;
  readonly snapshot_id: string | null;
  readonly snapshot_sealed: string | null;
}

/** Opens what redaction took out of calls, for performing and for undoing them (docs/contract.md, "Redaction"). */
@Injectable()
export class SealedCalls {
  constructor(
    private readonly database: Database,
    private readonly redactions: Redactions,
  ) {}

  async open<T extends ReadCall>(
    em: EntityManager,
    organizationId: string,
    rows: readonly T[],
  ): Promise<OpenedCall<T>[]> {
    const ids = rows.filter((row) => row.redacted || row.snapshot_redacted).map(({ id }) => id);
    if (ids.length === 0) return rows.map((row) => ({ ...row, shown: row, values: [] }));
    const opener = await this.redactions.opener(em, organizationId);
    const sealed = new Map((await this.read(em, organizationId, ids)).map((row) => [row.id, row]));
    return rows.map((row) => opened(row, sealed.get(row.id) ?? null, opener));
  }

  /** The name of a call and what was taken out of its arguments, to take it out of its answer too. Null: no such call. */
  async known(
    organizationId: string,
    id: string,
  ): Promise<{ readonly apiName: string; readonly values: readonly KnownValue[] } | null> {
    return this.database.transaction(organizationId, async (em) => {
      const [row]: { api_name: string; sealed: SealedParts | null }[] = await em.query(
        'SELECT api_name, sealed FROM actions WHERE organization_id = $1 AND id = $2',
        [organizationId, id],
      );
      if (!row) return null;
      const { api_name: apiName, sealed } = row;
      if (!sealed?.payload) return { apiName, values: [] };
      const opener = await this.redactions.opener(em, organizationId);
      return { apiName, values: opener(id, 'payload', sealed.payload).values };
    });
  }

  /** Notes about the call with this id that were sealed by themselves. */
  async notes(em: EntityManager, organizationId: string, id: string, sealed: string): Promise<Json> {
    return (await this.redactions.opener(em, organizationId))(id, 'notes', sealed).value;
  }

  private read(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<SealedRow[]> {
    return em.query(
      'SELECT id, sealed, snapshot_id, snapshot_sealed FROM sealed_calls WHERE organization_id = $1 AND id = ANY ($2)',
      [organizationId, ids],
    );
  }
}

function opened<T extends ReadCall>(row: T, found: SealedRow | null, opener: Opener): OpenedCall<T> {
  const { sealed, snapshot_id: snapshotId, snapshot_sealed: ofSnapshot } = found ?? {};
  const payload = sealed?.payload ? opener(row.id, 'payload', sealed.payload) : null;
  const response = sealed?.response ? opener(row.id, 'response', sealed.response) : null;
  const snapshot = ofSnapshot && snapshotId ? opener(snapshotId, 'snapshot', ofSnapshot) : null;
  return {
    ...row,
    ...(payload && { payload: payload.value }),
    ...(response && 'response' in row && { response: response.value }),
    ...(snapshot && 'snapshot_content' in row && { snapshot_content: snapshot.value }),
    shown: row,
    values: [payload, response, snapshot].flatMap((part) => part?.values ?? []),
  };
}
