import { startRowsWorld } from '../../src/connectors/postgres/postgres.testkit.js';
import { keepsAdditions } from '../../src/connectors/rows/additions.testkit.js';
import { capturesRows } from '../../src/connectors/rows/capture.testkit.js';
import { holdsWhatIsRenamed } from '../../src/connectors/rows/renamed.testkit.js';
import { settlesRows } from '../../src/connectors/rows/settle.testkit.js';
import { keepsWhatCameBetween } from '../../src/connectors/rows/stale.testkit.js';
import { takesSumsOff } from '../../src/connectors/rows/sums.testkit.js';
import { undoesRows } from '../../src/connectors/rows/undo.testkit.js';
import { startPostgres } from '../support/postgres-server.mjs';

/** Beside the embedded server, which the suites of the connector run on. */
const start = () =>
  startRowsWorld(async () => {
    const { adminUrl, stop } = await startPostgres();
    return { url: adminUrl, stop };
  });

describe('on the PostgreSQL of the system', () => {
  describe('capturing a postgres call', () => capturesRows(start));
  describe('a postgres call of unknown outcome', () => settlesRows(start));
  describe('undoing a postgres call', () => undoesRows(start));
  describe('undoing a postgres insert: of what other clients added,', () => keepsAdditions(start));
  describe('undoing a postgres call that another client overtook:', () => keepsWhatCameBetween(start));
  describe('undoing a postgres call where names are others:', () => holdsWhatIsRenamed(start));
  describe('undoing a postgres update that adds to a column:', () => takesSumsOff(start));
});
