import type { Octokit } from '@octokit/rest';
import { argumentsOf } from '../resource/arguments.js';
import type { Address, MadeKind } from '../resource/resource.js';
import { readIssue, shownIssue } from './issue.js';
import { sortedNames } from './repository.js';

type Methods = Octokit['rest']['issues'];

/** A label, or an assignee, of an issue: the others may belong to other clients. */
function memberOf(
  name: 'label' | 'assignee',
  list: 'labels' | 'assignees',
  key: 'name' | 'login',
  calls: {
    add(issues: Methods, address: Address): Promise<unknown>;
    remove(issues: Methods, address: Address): Promise<unknown>;
  },
): MadeKind<Octokit> {
  const shown = (address: Address) => `${name} ${JSON.stringify(address.name)} of ${shownIssue(address)}`;
  return {
    name,
    shown,
    others: { none: 'a label or an assignee of one issue holds nothing' },
    read: async (client, address) => {
      const found = await readIssue(client, {
        owner: address.owner ?? '',
        repo: address.repo ?? '',
        issue_number: address.issue_number ?? 0,
      });
      // GitHub knows neither labels nor logins apart by case.
      const wanted = String(address.name).toLowerCase();
      return found && sortedNames(found[list], key).some((one) => one.toLowerCase() === wanted)
        ? { fields: { [name]: wanted } }
        : null;
    },
    recreate: {
      shown: (address) => `POST ${shown(address)}`,
      run: async (client, address) => {
        await calls.add(client.rest.issues, address);
        return undefined;
      },
    },
    remove: {
      shown: (address) => `DELETE ${shown(address)}`,
      run: async (client, address) => {
        await calls.remove(client.rest.issues, address);
        return undefined;
      },
    },
  };
}

export const label = memberOf('label', 'labels', 'name', {
  add: (issues, { name, ...at }) => issues.addLabels(argumentsOf(at, { labels: [name] })),
  remove: (issues, address) => issues.removeLabel(argumentsOf(address)),
});

export const assignee = memberOf('assignee', 'assignees', 'login', {
  add: (issues, { name, ...at }) => issues.addAssignees(argumentsOf(at, { assignees: [name] })),
  remove: (issues, { name, ...at }) => issues.removeAssignees(argumentsOf(at, { assignees: [name] })),
});
