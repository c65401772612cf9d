import { comparesMeanings } from '../../../../src/connectors/rows/testkit/equal-meaning.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

describe('undoing a mysql call:', () => comparesMeanings(startRowsWorld));
