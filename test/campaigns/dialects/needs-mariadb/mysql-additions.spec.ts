import { keepsAdditions } from '../../../../src/connectors/rows/testkit/additions.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

describe('undoing a mysql insert: the rows that other clients added,', () => keepsAdditions(startRowsWorld));
