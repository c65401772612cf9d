/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'items.put': 'Put item in {TableName}: {Item}',
  'items.update': 'Update {TableName} {Key}[: {UpdateExpression|AttributeUpdates:text}]',
  'items.delete': 'Delete {TableName} {Key}',
  'items.batchWrite': 'Write items: {RequestItems}',
  'items.transactWrite': 'Write in a transaction: {TransactItems}',
  'statements.execute': 'PartiQL: {Statement|Statements|TransactStatements}[ with {Parameters}]',
  'tables.create': 'Create table {TableName}',
  'tables.update': 'Change table {TableName}[: {*:text}]',
  'tables.delete': 'Delete table {TableName}',
  'tables.updateTimeToLive': 'Set time to live of {TableName}: {TimeToLiveSpecification:text}',
  'commands.send': 'DynamoDB {command}: {input}',
};
