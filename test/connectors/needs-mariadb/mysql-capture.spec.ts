import { capturesRows } from '../../../src/connectors/rows/testkit/capture.testkit.js';
import { startRowsWorld } from './rows-world.js';

describe('capturing a mysql call', () => capturesRows(startRowsWorld));
