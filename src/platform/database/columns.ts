import { Column, type ColumnOptions, ForeignKey, PrimaryColumn } from 'typeorm';

/** The time at which the transaction began, by the database's clock. */
export const NOW = () => 'now()';

/** The time so many milliseconds after the statement begins to run, by the database's clock. */
export const fromNow = (ms: number) => () => `clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** A moment, to the millisecond, as the interface shows it. */
export const Timestamp = (options: ColumnOptions = {}): PropertyDecorator =>
  Column('timestamptz', { precision: 3, ...options });

/** The time at which the row was written, by the database's clock, unless the statement sets another one. */
export const TimestampOfWriting = (): PropertyDecorator => Timestamp({ default: NOW });

/** The organization that owns the row; the row is deleted with it. */
export const OrganizationId = ({ isKey = false } = {}): PropertyDecorator => {
  const column = isKey ? PrimaryColumn('uuid') : Column('uuid');
  const reference = ForeignKey('organizations', { onDelete: 'CASCADE' });
  return (target, property) => {
    column(target, property as string);
    reference(target, property as string);
  };
};
