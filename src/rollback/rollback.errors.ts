import { DomainError } from '../platform/errors.js';

export const planChanged = () =>
  new DomainError('conflict', 'plan-changed', 'The plan is no longer the one with this hash: look at it again.');

export const notRollable = (message: string) => new DomainError('conflict', 'not-rollable', message);

export const notRevertible = (message: string) => new DomainError('conflict', 'not-revertible', message);

export const rollbackRunning = () =>
  new DomainError('conflict', 'rollback-running', 'A rollback is running: nothing is deleted until it has finished.');

export const settledDuringRollback = () =>
  new DomainError('conflict', 'rollback-running', 'A rollback of the session is running: settle what it leaves.');

export const alreadySettled = (by: string | null) =>
  new DomainError('conflict', 'already-settled', `${by ?? 'Another operator'} has settled this action already.`);

export const notSettleable = (status: string) =>
  new DomainError(
    'conflict',
    'not-settleable',
    `This action is ${status} and has no effect that a person could settle: settle an effect that is, or may be, in the world.`,
  );

export const notErasable = (status: string) =>
  new DomainError('conflict', 'not-erasable', `This call is ${status}: it may still run, and needs its arguments.`);

export const erasedDuringRollback = () =>
  new DomainError('conflict', 'rollback-running', 'The session is being rolled back; erase the call afterwards.');
