import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../auth/access/principal.js';
import { GroupMembers, type NamedGroup } from '../../auth/team/groups/group-members.js';
import type { ApproverRule } from '../../policies/policy.js';
import { approvedAlready, notAnApprover } from '../approval.errors.js';
import type { ToApprove, Vote } from '../approval.js';
import type { ApprovalRow } from '../approval.view.js';
import { type Approver, type Asked, afterApproving, countOf, type NotApprover, shortOf } from './approvers.js';
import { mailboxOf } from './mailbox.js';
import { toSentence } from './sentence.js';

type Operator = Pick<Principal, 'id' | 'label'>;
type WhoAsked = Pick<ApprovalRow, 'organization_id' | 'requester' | 'on_behalf_of' | 'approval_created_at'>;

/** Finds the operators who may approve a call, by its policies and the present groups. Each method runs in the caller's transaction. */
@Injectable()
export class Approvers {
  constructor(private readonly groups: GroupMembers) {}

  /**
   * The standing of an approval after this operator's. The places in groups that count are kept until the transaction ends.
   * @throws 403 not-an-approver; 409 already-approved-by-you
   */
  async standingOf(
    em: EntityManager,
    by: Operator,
    approval: WhoAsked,
    toApprove: Omit<ToApprove, 'payloadHash'>,
  ): Promise<'approved' | 'pending'> {
    const { asked, one, given } = await this.read(em, by, approval, toApprove, { hold: true });
    const standing = afterApproving(one, given, asked);
    if (standing === 'approved' || standing === 'pending') return standing;
    if (standing === 'approved-already') throw approvedAlready();
    throw notAnApprover(await this.explain(em, approval.organization_id, standing, given, asked));
  }

  /** Shows an operator who approves, and whether they do; null where each operator does. */
  async show(em: EntityManager, by: Operator, approval: ApprovalRow) {
    const { approver_rules: rules, required_approvals: required, votes, organization_id: organizationId } = approval;
    if (rules === null || rules.length === 0) return null;
    const { asked, one, given } = await this.read(
      em,
      by,
      approval,
      { rules, required, votes: votes ?? [] },
      { hold: false },
    );
    const standing = afterApproving(one, given, asked);
    const groups = await this.groups.named(em, organizationId, groupsOf(rules));
    const isOpen = approval.approval_status === 'PENDING';
    const mayApprove = standing === 'approved' || standing === 'pending';
    return {
      mayApprove: isOpen && mayApprove,
      reason:
        mayApprove || standing === 'approved-already' || !isOpen
          ? null
          : toSentence(standing, openGroups(given, asked, groups)),
      rules: rules.map((rule) => ({
        policyId: rule.policyId,
        groups: rule.groups.map((id) => groups.find((group) => group.id === id) ?? { id, name: null, members: 0 }),
        required: rule.required,
        given: countOf(rule, given, asked),
        allowRequester: rule.allowRequester,
      })),
    };
  }

  private async explain(
    em: EntityManager,
    organizationId: string,
    why: NotApprover,
    given: readonly Approver[],
    asked: Asked,
  ): Promise<string> {
    const groups = await this.groups.named(em, organizationId, groupsOf(asked.rules));
    return toSentence(why, openGroups(given, asked, groups));
  }

  private async read(
    em: EntityManager,
    by: Operator,
    { organization_id: organizationId, requester, on_behalf_of: onBehalfOf, approval_created_at: askedAt }: WhoAsked,
    { rules, required, votes }: Omit<ToApprove, 'payloadHash'>,
    options: { readonly hold: boolean },
  ): Promise<{ asked: Asked; one: Approver; given: readonly Approver[] }> {
    const requesters = [requester, onBehalfOf].filter((text) => text !== null).map(mailboxOf);
    const users = [by.id, ...votes.map(({ user }) => user)];
    const found = await this.groups.among(em, organizationId, groupsOf(rules), users, options);
    const approver = (user: string, address: string): Approver => ({
      user,
      isRequester: requesters.includes(mailboxOf(address)),
      memberships: found
        .filter(({ userId }) => userId === user)
        .map(({ groupId: group, addedAt: since, addedBy }) => ({ group, since, byThemselves: addedBy === user })),
    });
    const asked = { required, rules, askedAt };
    const given = votes.map(({ user, by: address }: Vote) => approver(user, address));
    return { asked, one: approver(by.id, by.label), given };
  }
}

const groupsOf = (rules: readonly ApproverRule[]): readonly string[] => [
  ...new Set(rules.flatMap(({ groups }) => groups)),
];

/** For each rule that is short of approvals, its groups. */
const openGroups = (given: readonly Approver[], asked: Asked, groups: readonly NamedGroup[]) =>
  shortOf(given, asked).map((rule) => groups.filter(({ id }) => rule.groups.includes(id)));
