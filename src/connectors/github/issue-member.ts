import type { Octokit } from '@octokit/rest';
import { argumentsOf } from '../resource/arguments.js';
import type { Address, MadeKind } from '../resource/resource.js';
import { issueLabel, readIssue } from './issue.js';
import { type Coming, cameAt } from './issue-events.js';
import { sortedNames } from './repository.js';

type Methods = Octokit['rest']['issues'];

/** A label, or an assignee, of an issue: the others may belong to other clients. */
function memberOf(
  name: 'label' | 'assignee',
  list: 'labels' | 'assignees',
  key: 'name' | 'login',
  event: Coming,
  calls: {
    add(issues: Methods, address: Address): Promise<unknown>;
    remove(issues: Methods, address: Address): Promise<unknown>;
  },
): MadeKind<Octokit> {
  const label = (address: Address) => `${name} ${JSON.stringify(address.name)} of ${issueLabel(address)}`;
  return {
    name,
    label,
    others: { none: 'a label or an assignee of one issue holds nothing' },
    read: async (client, address) => {
      const { owner = '', repo = '', issue_number = 0 } = address;
      // GitHub knows neither labels nor logins apart by case.
      const wanted = String(address.name).toLowerCase();
      const [found, putAt] = await Promise.all([
        readIssue(client, { owner, repo, issue_number }),
        cameAt(client, address, event, wanted),
      ]);
      return found && sortedNames(found[list], key).some((one) => one.toLowerCase() === wanted)
        ? { fields: { [name]: wanted }, ...(putAt !== null && { putAt }) }
        : null;
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

export const label = memberOf('label', 'labels', 'name', 'labeled', {
  add: (issues, { name, ...at }) => issues.addLabels(argumentsOf(at, { labels: [name] })),
  remove: (issues, address) => issues.removeLabel(argumentsOf(address)),
});

export const assignee = memberOf('assignee', 'assignees', 'login', 'assigned', {
  add: (issues, { name, ...at }) => issues.addAssignees(argumentsOf(at, { assignees: [name] })),
  remove: (issues, { name, ...at }) => issues.removeAssignees(argumentsOf(at, { assignees: [name] })),
});
