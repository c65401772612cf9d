import { startRowsWorld } from '../../../../src/connectors/postgres/specs/postgres.testkit.js';
import { keepsAdditions } from '../../../../src/connectors/rows/testkit/additions.testkit.js';
import { capturesRows } from '../../../../src/connectors/rows/testkit/capture.testkit.js';
import { probesOutcomes } from '../../../../src/connectors/rows/testkit/probe-outcome.testkit.js';
import { holdsWhatIsRenamed } from '../../../../src/connectors/rows/testkit/renamed.testkit.js';
import { keepsWhatCameBetween } from '../../../../src/connectors/rows/testkit/stale.testkit.js';
import { takesSumsOff } from '../../../../src/connectors/rows/testkit/sums.testkit.js';
import { undoesRows } from '../../../../src/connectors/rows/testkit/undo.testkit.js';
import { startPostgres } from '../../../support/postgres-server.mjs';

/** Beside the embedded server, which the suites of the connector run on. */
const start = () =>
  startRowsWorld(async () => {
    const { adminUrl, stop } = await startPostgres();
    return { url: adminUrl, stop };
  });

describe('on the PostgreSQL of the system', () => {
  describe('capturing a postgres call', () => capturesRows(start));
  describe('a postgres call of unknown outcome', () => probesOutcomes(start));
  describe('undoing a postgres call', () => undoesRows(start));
  describe('undoing a postgres insert: the rows that other clients added,', () => keepsAdditions(start));
  describe('undoing a postgres call that another client overtook:', () => keepsWhatCameBetween(start));
  describe('undoing a postgres call where names are others:', () => holdsWhatIsRenamed(start));
  describe('undoing a postgres update that adds to a column:', () => takesSumsOff(start));
});
