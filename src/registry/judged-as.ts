import type { OperationDefinition, OperationType } from '../connectors/connector.js';

type Judged = Pick<OperationDefinition, 'operationType' | 'reversibility'>;

/**
 * The operation as policies read it. An operation that no connector defines counts as a write even when it is declared
 * READ: only the agent says that it changes nothing (docs/contract.md, "Actions").
 */
export function judgedAs(known: Judged | undefined, declared: OperationType): Judged {
  if (known) return { operationType: known.operationType, reversibility: known.reversibility };
  return { operationType: declared === 'READ' ? 'EXECUTE' : declared, reversibility: 'none' };
}
