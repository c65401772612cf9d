import { readFileSync } from 'node:fs';
import { withTable } from '../../../scripts/connector-table.mjs';
import { CONNECTORS } from '../../../src/connectors/all.js';
import { blocks, blockWith, page } from '../../support/readme.js';

describe('README.md', () => {
  it('shows the agent that is in examples', () => {
    const [, shown] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
    expect(shown).toBe(readFileSync('examples/first-agent/agent.mjs', 'utf8'));
  });

  it('says of each connector what the registry says', () => {
    expect(withTable(page, CONNECTORS)).toBe(page);
  });

  it('has no block of commands but those that are run here, by scripts/first-hour.sh or as the tests themselves', () => {
    const firstHour = readFileSync('scripts/first-hour.sh', 'utf8');
    expect(firstHour).toMatch(/^newcomer npm ci/m);
    expect(firstHour).toMatch(/^newcomer env PORT=0 npm start/m);
    const itself = blockWith('npm test');
    expect(itself).toBe('npm ci\nnpm run check\nnpm test\n');
    const here = ['npm run demo', 'ALLOWED_PRIVATE_HOSTS', 'database.mjs', 'agent.mjs', 'agentOperations'].map(
      blockWith,
    );
    expect(blocks.filter((block) => !['npm ci\nnpm start\n', itself, ...here].includes(block))).toEqual([]);
  });
});
