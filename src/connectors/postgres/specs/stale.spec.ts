import { keepsWhatCameBetween } from '../../rows/testkit/stale.testkit.js';
import { startRowsWorld } from './postgres.testkit.js';

describe('undoing a postgres call that another client overtook:', () => keepsWhatCameBetween(startRowsWorld));
