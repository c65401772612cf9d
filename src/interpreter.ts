/**
 * A child process of the service in which connectors read the data of agents and providers. It holds no socket and no
 * secret, has little memory, and may be ended at any moment (docs/decisions/0019-connectors-run-in-child-processes.md).
 */
import { CONNECTORS } from './connectors/all.js';
import { interpret } from './isolation/interpret.js';

interpret(CONNECTORS);
