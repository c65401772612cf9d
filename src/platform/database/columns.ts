import { Column, type ColumnOptions, ForeignKey, PrimaryColumn } from 'typeorm';

/** When the transaction began, by the database's clock. */
export const NOW = () => 'now()';

/** A moment, to the millisecond, as the interface shows it. */
export const Moment = (options: ColumnOptions = {}): PropertyDecorator =>
  Column('timestamptz', { precision: 3, ...options });

/** When the row was written, by the database's clock, unless the statement says otherwise. */
export const MomentOfWriting = (): PropertyDecorator => Moment({ default: NOW });

/** Whose row it is; it goes with its organization. */
export const OrganizationId = ({ isKey = false } = {}): PropertyDecorator => {
  const column = isKey ? PrimaryColumn('uuid') : Column('uuid');
  const reference = ForeignKey('organizations', { onDelete: 'CASCADE' });
  return (target, property) => {
    column(target, property as string);
    reference(target, property as string);
  };
};
