import { writesOnlyWhatWasCaptured } from '../../../../src/connectors/rows/testkit/written.testkit.js';
import { startRowsWorld } from '../rows-world.js';

describe('undoing mysql calls that never ran:', () => writesOnlyWhatWasCaptured(startRowsWorld));
