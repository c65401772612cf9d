import { keepsWhatCameBetween } from '../../../../src/connectors/rows/testkit/stale.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

describe('undoing a mysql call that another client overtook:', () => keepsWhatCameBetween(startRowsWorld));
