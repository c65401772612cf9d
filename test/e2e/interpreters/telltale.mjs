// An interpreter with the real connectors, and one more that returns everything this process received.
import { CONNECTORS } from '../../../dist/connectors/all.js';
import { interpret } from '../../../dist/isolation/interpret.js';

const told = [];
process.on('message', (order) => told.push(structuredClone(order)));

interpret([...CONNECTORS, { id: 'telltale', plan: () => told }]);
