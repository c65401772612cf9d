/**
 * A child process of the service in which connectors read what agents and providers sent. It holds no socket, has little
 * memory, and may be ended at any moment (docs/decisions/0019-calls-are-read-apart.md).
 */
import { CONNECTORS } from './connectors/all.js';
import { withoutSecrets } from './connectors/redaction.js';
import { interpret } from './isolation/interpret.js';

interpret(CONNECTORS.map(withoutSecrets));
