import { takesSumsOff } from '../../../../src/connectors/rows/testkit/sums.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

describe('undoing a mysql update that adds to a column:', () => takesSumsOff(startRowsWorld));
