import { probesOutcomes } from '../../rows/testkit/probe-outcome.testkit.js';
import { startRowsWorld } from './postgres.testkit.js';

describe('a postgres call of unknown outcome', () => probesOutcomes(startRowsWorld));
