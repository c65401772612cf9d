import { DomainError } from '../platform/errors.js';

export const rollbackRunning = () =>
  new DomainError('conflict', 'rollback-running', 'A rollback is running: nothing is deleted until it has finished.');
