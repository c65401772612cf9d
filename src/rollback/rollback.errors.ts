import { DomainError } from '../platform/errors.js';

export const planChanged = () =>
  new DomainError('conflict', 'plan-changed', 'The plan is no longer the one with this hash: look at it again.');

export const rollbackRunning = () =>
  new DomainError('conflict', 'rollback-running', 'A rollback is running: nothing is deleted until it has finished.');
