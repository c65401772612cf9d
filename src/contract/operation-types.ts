/** The types of operations. The domain `operation_type` of the database takes the same ones. */
export const OPERATION_TYPES = ['CREATE', 'UPDATE', 'DELETE', 'EXECUTE', 'READ'] as const;

export type OperationType = (typeof OPERATION_TYPES)[number];
