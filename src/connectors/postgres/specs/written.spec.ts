import { sized } from '../../../../test/support/campaign-size.js';
import { writesOnlyWhatWasCaptured } from '../../rows/testkit/written.testkit.js';
import { startRowsWorld } from './postgres.testkit.js';

describe('undoing postgres calls that never ran:', () =>
  writesOnlyWhatWasCaptured(startRowsWorld, sized({ short: 12, full: 150 })));
