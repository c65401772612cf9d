import { unique } from '../../../../support/client.js';
import { startGitHub } from '../../../../support/github.js';
import { data, type Stage } from './stage.js';

export async function onGitHub(): Promise<Stage> {
  const { agent, context, newRepository, newIssue, stop } = await startGitHub();
  const { issues, repos, pulls, git } = agent.rest;
  const branch = async (at: { owner: string; repo: string }, name: string) => {
    const { data: main } = await git.getRef({ ...at, ref: 'heads/main' });
    return { ...at, ref: `refs/heads/${name}`, sha: main.object.sha };
  };
  return {
    context,
    stop,
    changes: {
      'github.issues.update': async () => {
        const at = await newIssue();
        return {
          payload: { ...at, title: 'of the agent', body: 'of the agent' },
          set: () => issues.update({ ...at, title: 'of a person', body: 'of a person' }),
          state: async () => (await issues.get(at)).data.title,
        };
      },
      'github.issues.updateMilestone': async () => {
        const at = await newRepository();
        const { data: made } = await issues.createMilestone({ ...at, title: unique('title') });
        const one = { ...at, milestone_number: made.number };
        return {
          payload: { ...one, description: 'of the agent' },
          set: () => issues.updateMilestone({ ...one, description: 'of a person' }),
          state: async () => (await issues.getMilestone(one)).data.description,
        };
      },
    },
    claims: {
      'github.issues.create': async () => {
        const at = await newRepository();
        const payload = { ...at, title: 'Broken' };
        return {
          payload,
          make: () => issues.create(payload),
          makeMore: () => issues.create({ ...payload, body: 'As a person says.' }),
          state: () => data(issues.listForRepo({ ...at, state: 'all' })),
        };
      },
      'github.issues.createComment': async () => {
        const at = await newIssue();
        const payload = { ...at, body: 'the same' };
        return {
          payload,
          make: () => issues.createComment(payload),
          makeMore: async () => issues.createComment({ ...(await newIssueBeside(at)), body: 'the same' }),
          state: () => commentsIn(at),
        };
      },
      'github.git.createRef': async () => {
        const payload = await branch(await newRepository(), unique('branch'));
        return {
          payload,
          make: () => git.createRef(payload),
          isNamed: true,
          state: () => data(repos.listBranches(payload)),
        };
      },
      'github.pulls.create': async () => {
        const at = await newRepository();
        const head = unique('branch');
        await git.createRef(await branch(at, head));
        await repos.createOrUpdateFileContents({ ...at, path: 'a', message: 'm', content: 'YQ==', branch: head });
        const payload = { ...at, title: 'Better', head, base: 'main' };
        return {
          payload,
          make: () => pulls.create(payload),
          makeMore: () => pulls.create({ ...payload, body: 'As a person says.' }),
          state: () => data(pulls.list({ ...at, state: 'all' })),
        };
      },
      'github.repos.createRelease': async () => {
        const at = await newRepository();
        const payload = { ...at, tag_name: unique('v') };
        return {
          payload,
          make: () => repos.createRelease(payload),
          makeMore: () => repos.createRelease({ ...payload, body: 'As a person says.' }),
          state: () => data(repos.listReleases(at)),
        };
      },
      'github.issues.createMilestone': async () => {
        const at = await newRepository();
        const payload = { ...at, title: unique('title') };
        return {
          payload,
          make: () => issues.createMilestone(payload),
          makeMore: () => issues.createMilestone({ ...payload, description: 'of a person' }),
          // The stand-in gives listed milestones a new date.
          state: async () =>
            (await issues.listMilestones({ ...at, state: 'all' })).data.map(({ updated_at: _, ...one }) => one),
        };
      },
      'github.issues.createLabel': async () => {
        const at = await newRepository();
        const payload = { ...at, name: unique('label'), color: 'ff0000' };
        return {
          payload,
          make: () => issues.createLabel(payload),
          makeMore: () => issues.createLabel({ ...payload, color: '00ff00' }),
          isNamed: true,
          state: () => data(issues.listLabelsForRepo(at)),
        };
      },
    },
  };

  async function commentsIn({ owner, repo }: { owner: string; repo: string }) {
    const { data: all } = await issues.listForRepo({ owner, repo, state: 'all' });
    const pages = all.map(({ number }) => data(issues.listComments({ owner, repo, issue_number: number })));
    return Promise.all(pages);
  }

  async function newIssueBeside({ owner, repo }: { owner: string; repo: string }) {
    const { data: issue } = await issues.create({ owner, repo, title: 'Another' });
    return { owner, repo, issue_number: issue.number };
  }
}
