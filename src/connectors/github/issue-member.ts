import type { Octokit } from '@octokit/rest';
import { argumentsOf } from '../resource/arguments.js';
import type { Address, CreatableKind } from '../resource/resource.js';
import { readIssue } from './issue.js';
import { type MemberEvent, memberChangedAt, memberLabel } from './issue-events.js';
import { sortedNames } from './repository.js';

type Methods = Octokit['rest']['issues'];

/** A label, or an assignee, of an issue: the others may belong to other clients. */
function memberOf(
  name: 'label' | 'assignee',
  list: 'labels' | 'assignees',
  key: 'name' | 'login',
  events: { readonly coming: MemberEvent; readonly going: MemberEvent },
  calls: {
    add(issues: Methods, address: Address): Promise<unknown>;
    remove(issues: Methods, address: Address): Promise<unknown>;
  },
): CreatableKind<Octokit> {
  const label = (address: Address) => memberLabel(name, address);
  return {
    name,
    label,
    others: { none: 'a label or an assignee of one issue holds nothing' },
    read: async (client, address) => {
      const { owner = '', repo = '', issue_number = 0 } = address;
      // GitHub knows neither labels nor logins apart by case.
      const wanted = String(address.name).toLowerCase();
      const found = await readIssue(client, { owner, repo, issue_number });
      return found && sortedNames(found[list], key).some((one) => one.toLowerCase() === wanted)
        ? { fields: { [name]: wanted } }
        : null;
    },
    lastChanges: async (client, address, now) => {
      const at = await memberChangedAt(client, address, now ? events.coming : events.going, String(address.name));
      return at === null ? {} : { whole: { at } };
    },
    recreate: {
      describe: (address) => `POST ${label(address)}`,
      run: async (client, address) => {
        await calls.add(client.rest.issues, address);
        return undefined;
      },
    },
    remove: {
      describe: (address) => `DELETE ${label(address)}`,
      run: async (client, address) => {
        await calls.remove(client.rest.issues, address);
        return undefined;
      },
    },
  };
}

const LABELED = { coming: 'labeled', going: 'unlabeled' } as const;
const ASSIGNED = { coming: 'assigned', going: 'unassigned' } as const;

export const label = memberOf('label', 'labels', 'name', LABELED, {
  add: (issues, { name, ...at }) => issues.addLabels(argumentsOf(at, { labels: [name] })),
  remove: (issues, address) => issues.removeLabel(argumentsOf(address)),
});

export const assignee = memberOf('assignee', 'assignees', 'login', ASSIGNED, {
  add: (issues, { name, ...at }) => issues.addAssignees(argumentsOf(at, { assignees: [name] })),
  remove: (issues, { name, ...at }) => issues.removeAssignees(argumentsOf(at, { assignees: [name] })),
});
