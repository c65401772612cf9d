import { comparesMeanings } from '../../rows/testkit/equal-meaning.testkit.js';
import { postgres } from '../postgres.connector.js';
import { startRowsWorld, startWorld, type World } from './postgres.testkit.js';

describe('undoing a postgres call:', () => {
  comparesMeanings(startRowsWorld);

  describe('a number without a fixed scale', () => {
    let world: World;
    const undo = (effect: Awaited<ReturnType<World['perform']>>) => postgres.undo(effect, 'skip', world.context);
    const price = async () => (await world.sql('SELECT price FROM prices'))[0]?.price;
    const setPrice = (to: string) =>
      world.perform('postgres.rows.update', { table: 'prices', match: { id: 1 }, values: { price: to } });

    beforeAll(async () => {
      world = await startWorld();
      await world.sql('CREATE TABLE prices (id numeric PRIMARY KEY, price numeric, history numeric[])');
    });
    afterAll(() => world.stop());
    beforeEach(async () => {
      await world.sql("DELETE FROM prices; INSERT INTO prices VALUES (1.0, 1.50, '{1.50,2}')");
    });

    it('is the same with idle zeros, and is restored with the digits that it had', async () => {
      const effect = await setPrice('2.5');
      await world.sql("UPDATE prices SET price = 2.500, history = '{1.5,2.0}'");
      expect((await undo(effect)).outcome).toBe('done');
      expect(await price()).toBe('1.50');
    });

    it('that the call gave idle zeros alone loses them', async () => {
      const effect = await setPrice('1.5000');
      expect(await price()).toBe('1.5000');
      expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row restored' });
      expect(await price()).toBe('1.50');
    });

    it('that another client has set back is as before already, and another number is a conflict', async () => {
      const effect = await setPrice('2.5');
      await world.sql('UPDATE prices SET price = 1.5');
      expect(await undo(effect)).toMatchObject({ outcome: 'done', detail: '1 row already-restored' });
      await world.sql('UPDATE prices SET price = 2.51');
      expect((await undo(effect)).outcome).toBe('conflict');
    });

    it('within an array is the same with idle zeros', async () => {
      const values = { history: [3, 4] };
      const effect = await world.perform('postgres.rows.update', { table: 'prices', match: {}, values });
      await world.sql("UPDATE prices SET history = '{3.0,4.00}'");
      expect((await undo(effect)).outcome).toBe('done');
      expect(await world.sql('SELECT history FROM prices')).toEqual([{ history: '{1.50,2}' }]);
    });
  });
});
