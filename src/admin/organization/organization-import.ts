import type { EntityManager } from 'typeorm';
import { bySystem } from '../../audit/audit-entry.js';
import { adoptKey } from '../../auth/keys/hashed-secret.js';
import { sqlState } from '../../platform/database/database.js';
import { SCHEMA_VERSION } from '../../platform/database/schema/schema-version.js';
import { insertRows } from '../archive/insert-rows.js';
import { OWNED_TABLES } from '../erasure/owned-tables.js';
import { movedTables } from './moved-tables.js';
import { type Moving, rowsOf } from './organization-export.js';
import { type FileHead, FileRefusedError, type VerifiedFile, verifiedFile } from './organization-file.js';
import type { TransferKey } from './transfer-key.js';

const IMPORTED = 'organization.imported';

/** Rows of this installation have the same value where there can be only one. */
const TAKEN = '23505';

export interface Imported {
  readonly organization: string;
  readonly rows: number;
  /** An earlier run imported the same file, and nothing was changed. */
  readonly isRepeated: boolean;
}

/** Brings an organization in from the file of another installation (docs/decisions/0083). */
export class OrganizationImport {
  constructor(
    private readonly moving: Moving,
    private readonly transferKey: TransferKey,
  ) {}

  /**
   * It is one transaction: after a stop at any point there is nothing of the organization, or all.
   * @throws FileRefusedError
   */
  async run(path: string): Promise<Imported> {
    const file = await verifiedFile(path, this.transferKey);
    const { organization, schema } = file.head;
    if (schema !== SCHEMA_VERSION) {
      throw new FileRefusedError(
        `The file has schema version ${schema}, and this installation ${SCHEMA_VERSION}: update both to the same release.`,
      );
    }
    const rows = Object.values(file.end.rows).reduce((sum, count) => sum + count, 0);
    const isRepeated = await this.moving.database
      .transaction(organization, async (em) => {
        if (await this.isThere(em, file)) return true;
        await this.insert(em, file);
        return false;
      })
      .catch((error: unknown) => {
        if (sqlState(error) !== TAKEN) throw error;
        const { table, detail } = error as { table?: string; detail?: string };
        throw new FileRefusedError(`Another organization has the same in ${table}: ${detail}`);
      });
    return { organization, rows, isRepeated };
  }

  /** True when an earlier run imported this very file. @throws FileRefusedError when it is there for another reason */
  private async isThere(em: EntityManager, { head, end }: VerifiedFile): Promise<boolean> {
    const { accounts, auditLog } = this.moving;
    if ((await accounts.stateOf(em, head.organization)) === null) return false;
    const entries = await auditLog.allOf(em, head.organization, IMPORTED);
    if (entries.at(-1)?.after?.signature === end.signature) return true;
    throw new FileRefusedError(`Organization ${head.organization} is here already. Nothing was changed.`);
  }

  private async insert(em: EntityManager, file: VerifiedFile): Promise<void> {
    const { accounts, audit } = this.moving;
    const { head, end } = file;
    await insertRows(em, movedTables(await em.query(OWNED_TABLES)), file.rows());
    await this.compareRows(em, file);
    await this.compareAudit(em, head);
    await this.takeKeys(em, head);
    if (!(await accounts.release(em, head.organization))) throw new FileRefusedError('The organization was not held.');
    await audit.record(em, bySystem(head.organization, 'organization'), {
      action: IMPORTED,
      target: { type: 'organization', id: head.organization },
      before: null,
      after: { exportedAt: head.exportedAt, signature: end.signature, rows: end.rows },
    });
  }

  /** Reads every row as the export read it. @throws FileRefusedError */
  private async compareRows(em: EntityManager, file: VerifiedFile): Promise<void> {
    const { organization } = file.head;
    let [open, here]: [string, AsyncGenerator<string> | null] = ['', null];
    for await (const { table, line } of file.rows()) {
      if (table !== open) {
        if (here && !(await here.next()).done) throw unlike(open);
        [open, here] = [table, rowsOf(em, organization, table)];
      }
      const found = await here?.next();
      if (found?.value !== line) throw unlike(table);
    }
    if (here && !(await here.next()).done) throw unlike(open);
  }

  private async compareAudit(em: EntityManager, { organization, audit }: FileHead): Promise<void> {
    const { findings, newest } = await this.moving.auditLog.verify(em, organization);
    if (findings.length === 0 && newest?.hash === audit.hash && newest.sequence === audit.sequence) return;
    throw new FileRefusedError(
      `The audit log of the file is not whole: ${findings[0]?.message ?? 'its end is missing'}`,
    );
  }

  private async takeKeys(em: EntityManager, { organization, key, hashes }: FileHead): Promise<void> {
    const { keys, config } = this.moving;
    if (key !== null) await keys.adopt(em, organization, this.transferKey.open(organization, 'secrets', key));
    for (const { hashKey, hashSecret, key: sealed } of hashes) {
      const adopted = adoptKey(config, this.transferKey.open(organization, 'hashes', sealed));
      const was = hashSecret === null ? null : Buffer.from(hashSecret, 'base64');
      await em.query('SELECT adopt_hashes($1, $2, $3, $4, $5)', [
        organization,
        hashKey,
        was,
        adopted.hashKey,
        adopted.hashSecret,
      ]);
    }
  }
}

const unlike = (table: string) => new FileRefusedError(`A row of ${table} is not as the file has it.`);
