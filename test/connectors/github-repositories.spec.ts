import { perform, refusesAfter, roundTrip, undo } from '../../src/connectors/connector.testkit.js';
import { github } from '../../src/connectors/github/github.connector.js';
import { proved } from '../../src/connectors/proof/proof.js';
import { owner, type Repository, startGitHub } from '../support/github.js';

let there: Awaited<ReturnType<typeof startGitHub>>;
let agent: typeof there.agent;
let context: typeof there.context;
let newRepository: typeof there.newRepository;
let newIssue: typeof there.newIssue;
let trip: typeof there.trip;

beforeAll(async () => {
  there = await startGitHub();
  ({ agent, context, newRepository, newIssue, trip } = there);
});

afterAll(() => there.stop());

const sha = (content: string) => Buffer.from(content).toString('base64');

const files = (at: Repository) => async () => {
  const { data } = await agent.rest.git.getTree({ ...at, tree_sha: 'main', recursive: 'true' });
  return data.tree.map(({ path, sha: blob }) => `${path} ${blob}`).sort();
};

const refs = (at: Repository) => async () =>
  (await agent.rest.git.listMatchingRefs({ ...at, ref: 'heads/' })).data
    .map(({ ref, object }) => `${ref} ${object.sha}`)
    .sort();

const releases = (at: Repository) => async () =>
  (await agent.rest.repos.listReleases(at)).data.map(({ tag_name, name, body, draft, prerelease }) => ({
    ...{ tag_name, name: name ?? '', body: body ?? '', draft, prerelease },
  }));

const milestones = (at: Repository) => async () =>
  (await agent.rest.issues.listMilestones({ ...at, state: 'all' })).data.map(
    ({ number, title, state, due_on, description }) => ({
      ...{ number, title, state, due_on, description: description ?? '' },
    }),
  );

async function headOf(at: Repository, branch = 'main') {
  return (await agent.rest.git.getRef({ ...at, ref: `heads/${branch}` })).data.object.sha;
}

async function commitOn(at: Repository, branch: string, path: string, content: string) {
  const how = { ...at, branch, path, message: `Write ${path}`, content: sha(content) };
  return (await agent.rest.repos.createOrUpdateFileContents(how)).data;
}

describe('files and refs on GitHub', () => {
  it('lose a new file, get back the text of a changed one, and the bytes of one that is no text', async () => {
    const at = await newRepository();
    const write = (path: string, content: string, blob?: string) => {
      const payload = { ...at, path, branch: 'main', message: 'Write', content, ...(blob && { sha: blob }) };
      return trip('github.repos.createOrUpdateFileContents', payload, files(at));
    };
    await roundTrip(write('docs/new.md', sha('new')));
    const { content } = await commitOn(at, 'main', 'old.md', 'Grüße');
    await roundTrip(write('old.md', sha('other'), content?.sha));
    const bytes = { ...at, path: 'a.bin', message: 'Bytes', content: Buffer.from([0, 255, 128]).toString('base64') };
    const made = await agent.rest.repos.createOrUpdateFileContents(bytes);
    await roundTrip(write('a.bin', sha('text'), made.data.content?.sha));
  });

  it('get a deleted file back', async () => {
    const at = await newRepository();
    const { content } = await commitOn(at, 'main', 'old.md', 'old');
    const payload = { ...at, path: 'old.md', message: 'Delete', sha: content?.sha ?? '' };
    await roundTrip(trip('github.repos.deleteFile', payload, files(at)));
  });

  it('leave a file alone that another client has committed to since, unless it is forced', async () => {
    const at = await newRepository();
    const { content } = await commitOn(at, 'main', 'old.md', 'old');
    const payload = { ...at, path: 'old.md', message: 'Write', content: sha('agent'), sha: content?.sha ?? '' };
    const call = trip('github.repos.createOrUpdateFileContents', payload, files(at));
    const before = await files(at)();
    const effect = await refusesAfter(call, async () => {
      const now = await agent.rest.repos.getContent({ ...at, path: 'old.md' });
      await agent.rest.repos.createOrUpdateFileContents({
        ...payload,
        content: sha('other'),
        sha: 'sha' in now.data ? now.data.sha : '',
      });
    });
    expect((await undo(call, effect, 'force')).items[0]?.fields).toEqual([
      { field: 'content', before: 'old', after: 'agent', now: 'other', result: 'forced' },
    ]);
    expect(await files(at)()).toEqual(before);
  });

  it('lose a new ref, move a moved one back, and get a deleted one back', async () => {
    const at = await newRepository();
    const root = await headOf(at);
    await roundTrip(trip('github.git.createRef', { ...at, ref: 'refs/heads/new', sha: root }, refs(at)));
    await agent.rest.git.createRef({ ...at, ref: 'refs/heads/work', sha: root });
    const { commit } = await commitOn(at, 'main', 'a.md', 'a');
    const update = trip('github.git.updateRef', { ...at, ref: 'heads/work', sha: commit.sha ?? '' }, refs(at));
    await roundTrip(update);
    await roundTrip(trip('github.git.deleteRef', { ...at, ref: 'heads/work' }, refs(at)));
    await refusesAfter(update, () => commitOn(at, 'work', 'b.md', 'b'));
  });
});

describe('pull requests, releases and milestones on GitHub', () => {
  it('give a pull request its fields back, and close a new one', async () => {
    const at = await newRepository();
    const root = await headOf(at);
    for (const branch of ['work', 'next'])
      await agent.rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: root });
    await commitOn(at, 'work', 'a.md', 'a');
    const payload = { ...at, title: 'Work', head: 'work', base: 'main', body: 'of mine' };
    const create = trip('github.pulls.create', payload, async () => []);
    const effect = await perform(create);
    expect(await github.probeOutcome(effect, context)).toEqual(proved('answer'));
    const [made] = (await agent.rest.pulls.list({ ...at, state: 'all' })).data;
    const where = { ...at, pull_number: made?.number ?? 0 };
    const state = async () => {
      const { data } = await agent.rest.pulls.get(where);
      return { title: data.title, body: data.body, state: data.state, base: data.base.ref };
    };
    const fields = { title: 'Other', body: 'x', state: 'closed', base: 'next' };
    const update = trip('github.pulls.update', { ...where, ...fields }, state);
    await roundTrip(update);
    const title = trip('github.pulls.update', { ...where, title: 'Other' }, state);
    const refused = await refusesAfter(title, () => agent.rest.pulls.update({ ...where, title: 'Another' }));
    expect((await undo(title, refused, 'force')).outcome).toBe('done');
    expect((await undo(create, effect)).outcome).toBe('done');
    expect(await state()).toEqual({ title: 'Work', body: 'of mine', state: 'closed', base: 'main' });
  });

  it('delete a new release, give one its fields back, and make a deleted one again', async () => {
    const at = await newRepository();
    const create = trip(
      'github.repos.createRelease',
      { ...at, tag_name: 'v1', name: 'One', body: 'All new' },
      releases(at),
    );
    await roundTrip(create);
    await roundTrip(trip('github.repos.createRelease', { ...at, tag_name: 'v1', draft: true }, releases(at)));
    const { data } = await agent.rest.repos.createRelease({ ...at, tag_name: 'v2', name: 'Two', body: 'Newer' });
    const where = { ...at, release_id: data.id };
    const update = trip(
      'github.repos.updateRelease',
      { ...where, name: 'Deux', body: null, prerelease: true },
      releases(at),
    );
    await roundTrip(update);
    const report = await roundTrip(trip('github.repos.deleteRelease', where, releases(at)));
    expect(report.detail).toContain('files that had been uploaded to it are gone');
    await refusesAfter(create, async () => {
      const made = await agent.rest.repos.getReleaseByTag({ ...at, tag: 'v1' });
      await agent.rest.repos.updateRelease({ ...at, release_id: made.data.id, name: 'Other' });
    });
  });

  it('delete a new milestone as long as nothing is in it, and give one its fields back', async () => {
    const at = await newIssue();
    const repository = { owner, repo: at.repo };
    const create = trip(
      'github.issues.createMilestone',
      { ...repository, title: 'Next', due_on: '2030-01-01T08:00:00Z' },
      milestones(repository),
    );
    await roundTrip(create);
    const { data } = await agent.rest.issues.createMilestone({ ...repository, title: 'Now', description: 'soon' });
    const payload = {
      ...repository,
      milestone_number: data.number,
      title: 'Later',
      state: 'closed',
      description: null,
    };
    await roundTrip(trip('github.issues.updateMilestone', payload, milestones(repository)));
    await refusesAfter(create, async () => {
      const made = (await agent.rest.issues.listMilestones(repository)).data.find(({ title }) => title === 'Next');
      await agent.rest.issues.update({ ...at, milestone: made?.number ?? 0 });
    });
  });
});

describe('labels of a repository on GitHub', () => {
  const labels = (at: Repository) => async () => {
    const { data } = await agent.rest.issues.listLabelsForRepo(at);
    const issues = (await agent.rest.issues.listForRepo({ ...at, state: 'all' })).data;
    return [
      data.map(({ name, color, description }) => ({ name, color, description: description ?? '' })),
      issues.map((one) => [one.number, one.labels.map((label) => (typeof label === 'string' ? label : label.name))]),
    ];
  };

  it('that an agent made are deleted, and those that were there get color and description back', async () => {
    const at = await newRepository();
    const name = 'urgent';
    await roundTrip(trip('github.issues.createLabel', { ...at, name, color: 'ff0000' }, labels(at)));
    await agent.rest.issues.createLabel({ ...at, name, color: 'ff0000', description: 'before' });
    await roundTrip(trip('github.issues.updateLabel', { ...at, name, color: '00ff00', description: '' }, labels(at)));
  });

  it('that an agent deleted are restored, on the issues that carried them', async () => {
    const at = await newRepository();
    await agent.rest.issues.createLabel({ ...at, name: 'urgent', color: 'ff0000', description: 'before' });
    await agent.rest.issues.create({ ...at, title: 'One', labels: ['urgent'] });
    await agent.rest.issues.create({ ...at, title: 'Two' });
    await roundTrip(trip('github.issues.deleteLabel', { ...at, name: 'urgent' }, labels(at)));
  });

  it('that are renamed are not captured', async () => {
    const at = await newRepository();
    const payload = { ...at, name: 'urgent', new_name: 'later' };
    expect(await github.capture({ apiName: 'github.issues.updateLabel', payload }, context)).toMatchObject({
      captured: false,
      reason: expect.stringContaining('new_name'),
    });
  });
});
