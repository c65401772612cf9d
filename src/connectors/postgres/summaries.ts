/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'rows.insert': 'Insert into {table}: {values:text}',
  'rows.update': 'Update {table} where {match}: {values:changes}[ ({rowCount:rows})]',
  'rows.delete': 'Delete from {table} where {match}[ ({rowCount:rows})]',
  query: 'SQL: {sql}[ with {values}]',
};
