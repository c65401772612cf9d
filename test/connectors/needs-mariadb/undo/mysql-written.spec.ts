import { writesOnlyWhatWasCaptured } from '../../../../src/connectors/rows/testkit/written.testkit.js';
import { sized } from '../../../support/campaign-size.js';
import { startRowsWorld } from '../rows-world.js';

describe('undoing mysql calls that never ran:', () =>
  writesOnlyWhatWasCaptured(startRowsWorld, sized({ short: 25, full: 150 })));
