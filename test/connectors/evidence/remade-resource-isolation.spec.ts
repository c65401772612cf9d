import { startGitHub } from '../../support/github.js';
import { newScenario } from '../../support/scenario.js';

let server: Awaited<ReturnType<typeof startGitHub>>;
beforeAll(async () => {
  server = await startGitHub();
});
afterAll(() => server.stop());

it('an organization is never given a resource that another organization recreated', async () => {
  const at = await server.newRepository();
  const { issues } = server.agent.rest;
  const { number: issue_number } = (await issues.create({ ...at, title: 'Broken' })).data;
  const { id: comment_id } = (await issues.createComment({ ...at, issue_number, body: 'a' })).data;
  const bodies = async () => (await issues.listComments({ ...at, issue_number })).data.map(({ body }) => body);
  const change = server.trip('github.issues.updateComment', { ...at, comment_id, body: 'b' }, bodies);
  const remove = server.trip('github.issues.deleteComment', { ...at, comment_id }, bodies);

  const [first, second] = [await newScenario(change), await newScenario(remove)];
  await first.run(change);
  await second.run(remove);
  expect(await second.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
  expect(await bodies()).toEqual(['b']);
  expect(await first.rollBack()).toMatchObject({ outcomes: ['CONFLICT'] });
  expect(await bodies()).toEqual(['b']);
});
