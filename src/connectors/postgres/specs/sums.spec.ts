import { takesSumsOff } from '../../rows/testkit/sums.testkit.js';
import { startRowsWorld } from './postgres.testkit.js';

describe('undoing a postgres update that adds to a column:', () => takesSumsOff(startRowsWorld));
