import { keepsAdditions } from '../../rows/testkit/additions.testkit.js';
import { startRowsWorld } from './postgres.testkit.js';

describe('undoing a postgres insert: of what other clients added,', () => keepsAdditions(startRowsWorld));
