import { undoesRows } from '../../../../src/connectors/rows/testkit/undo.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

describe('undoing a mysql call', () => undoesRows(startRowsWorld));
