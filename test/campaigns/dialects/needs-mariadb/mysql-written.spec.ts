import { writesOnlyWhatWasCaptured } from '../../../../src/connectors/rows/testkit/written.testkit.js';
import { startRowsWorld } from '../../../connectors/needs-mariadb/rows-world.js';
import { sized } from '../../../support/campaign-size.js';

describe('undoing mysql calls that never ran:', () =>
  writesOnlyWhatWasCaptured(startRowsWorld, sized({ short: 25, full: 150 })));
