import { probesOutcomes } from '../../../../src/connectors/rows/testkit/probe-outcome.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';

describe('a mysql call of unknown outcome', () => probesOutcomes(startRowsWorld));
