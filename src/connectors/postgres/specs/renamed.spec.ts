import { holdsWhatIsRenamed } from '../../rows/testkit/renamed.testkit.js';
import { startRowsWorld } from './postgres.testkit.js';

describe('undoing a postgres call where names are others:', () => holdsWhatIsRenamed(startRowsWorld));
