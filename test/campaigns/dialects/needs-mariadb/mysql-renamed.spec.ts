import { holdsWhatIsRenamed } from '../../../../src/connectors/rows/testkit/renamed.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

describe('undoing a mysql call where names are others:', () => holdsWhatIsRenamed(startRowsWorld));
