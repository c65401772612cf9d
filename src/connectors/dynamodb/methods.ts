/** The method of the client that makes each operation, by its name without the connector's. */
export const METHODS: Readonly<Record<string, string>> = {
  'items.put': 'putItem',
  'items.update': 'updateItem',
  'items.delete': 'deleteItem',
  'items.batchWrite': 'batchWriteItem',
  'items.transactWrite': 'transactWriteItems',
  'tables.create': 'createTable',
  'tables.update': 'updateTable',
  'tables.delete': 'deleteTable',
  'tables.updateTimeToLive': 'updateTimeToLive',
  'items.get': 'getItem',
  'items.query': 'query',
  'items.scan': 'scan',
  'items.batchGet': 'batchGetItem',
  'items.transactGet': 'transactGetItems',
  'tables.list': 'listTables',
  'tables.get': 'describeTable',
  'tables.getTimeToLive': 'describeTimeToLive',
  'tables.getBackups': 'describeContinuousBackups',
  'tables.listTags': 'listTagsOfResource',
  'backups.list': 'listBackups',
};

/** PartiQL, by the member that holds the statements. */
export const STATEMENTS: Readonly<Record<string, string>> = {
  Statement: 'executeStatement',
  Statements: 'batchExecuteStatement',
  TransactStatements: 'executeTransaction',
};
