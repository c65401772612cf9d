// An interpreter with the real connectors, and one more that returns everything this process received.
import { CONNECTORS } from '../../../dist/connectors/all.js';
import { interpret } from '../../../dist/isolation/interpret.js';

const received = [];
process.on('message', (order) => received.push(structuredClone(order)));

interpret([...CONNECTORS, { id: 'echoing', plan: () => received }]);
