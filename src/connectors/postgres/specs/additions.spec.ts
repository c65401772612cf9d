import { keepsAdditions } from '../../rows/testkit/additions.testkit.js';
import { startRowsWorld } from './postgres.testkit.js';

describe('undoing a postgres insert: the rows that other clients added,', () => keepsAdditions(startRowsWorld));
