import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { fromNow } from '../database/columns.js';

/** A row that can be leased, beside its own id. */
interface LeasableRow {
  organizationId: string;
  fence: string;
  leasedUntil: Date | null;
}

/** A table whose rows are leased, as its owner describes it. */
export interface Leased<Row extends LeasableRow> {
  /** The property that holds the id of a row. */
  readonly key: keyof Row & string;
  /** True of rows on which something is left to do. */
  readonly open: FindOptionsWhere<Row>;
  /** Tests use this hook between the taking and its commit. */
  readonly taken?: () => void;
}

/**
 * The statements that lease the rows of one table. Each is one comparing statement with the clock of the database: a
 * row is taken unless another process holds it, and held or released under its fence alone.
 */
export class LeasedRows<Row extends LeasableRow> {
  private constructor(
    private readonly entity: EntityTarget<Row>,
    private readonly table: Leased<Row>,
  ) {}

  static of<Row extends LeasableRow>(entity: EntityTarget<Row>, table: Leased<Row>): LeasedRows<Row> {
    return new LeasedRows(entity, table);
  }

  /**
   * Takes a row for `ms` milliseconds.
   * @returns the new fence; null when another process holds the row, or nothing is left to do
   */
  async take(em: EntityManager, organizationId: string, id: string, ms: number): Promise<string | null> {
    const { raw } = await this.update(em, organizationId, id, {
      fence: () => 'fence + 1',
      leasedUntil: fromNow(ms),
    })
      .andWhere(this.table.open)
      .andWhere('(leased_until IS NULL OR leased_until < clock_timestamp())')
      .returning('fence')
      .execute();
    this.table.taken?.();
    return raw[0]?.fence ?? null;
  }

  /** Prolongs the lease. @returns false when the row is not held under this fence any more */
  async hold(em: EntityManager, organizationId: string, id: string, fence: string, ms: number): Promise<boolean> {
    const { affected } = await this.update(em, organizationId, id, { leasedUntil: fromNow(ms) })
      .andWhere(this.table.open)
      .andWhere({ fence })
      .execute();
    return affected === 1;
  }

  async release(em: EntityManager, organizationId: string, id: string, fence: string): Promise<void> {
    await this.update(em, organizationId, id, { leasedUntil: null }).andWhere({ fence }).execute();
  }

  private update(em: EntityManager, organizationId: string, id: string, set: object) {
    const row = { organizationId, [this.table.key]: id };
    return em.createQueryBuilder().update(this.entity).set(set).where(row);
  }
}

/** The statements without the type of the row. */
export type Leases = Pick<LeasedRows<LeasableRow>, 'take' | 'hold' | 'release'>;
