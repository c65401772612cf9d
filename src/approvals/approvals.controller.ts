import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { Access, Caller, Credential } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { Asked, type Asking } from '../auth/waiting/held-lists.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Disconnected, type DisconnectSignal } from '../platform/http/answers/disconnected.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { listOf } from '../platform/http/shape.js';
import {
  Approval,
  ApprovalDetail,
  ApproveDto,
  Decided,
  DecisionsDto,
  ListApprovalsQuery,
  Preview,
  PreviewDto,
  RejectDto,
  WaitQuery,
} from './approvals.dto.js';
import { ApprovalsService } from './approvals.service.js';
import { DecisionsService } from './decisions/decisions.service.js';
import { SeveralDecisions } from './decisions/several-decisions.js';
import { WithdrawalService } from './decisions/withdrawal.service.js';
import { ApprovalLists } from './listing/approval-lists.js';

@Controller('approvals')
export class ApprovalsController {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly decisions: DecisionsService,
    private readonly several: SeveralDecisions,
    private readonly takingBack: WithdrawalService,
    private readonly lists: ApprovalLists,
  ) {}

  @Get()
  @Access({ may: 'read-approvals', plan: 'PRO' })
  @Answers('List approvals, or wait until the list changes', listOf(Approval))
  list(@Asked() asking: Asking, @Query() query: ListApprovalsQuery) {
    return this.lists.answer(asking, query);
  }

  @Get(':id')
  @Access({ who: 'any', scopes: ['read', 'decide'] })
  @Answers(
    'Read an approval, or wait for its decision',
    ApprovalDetail,
    'agent-paused',
    'session-rolled-back',
    'rate-limited',
  )
  get(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'approval') id: string,
    @Query() query: WaitQuery,
    @Disconnected() disconnected: DisconnectSignal,
  ) {
    return this.approvals.get(caller, credential, id, query.wait, disconnected);
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Access({ may: 'decide-approvals', plan: 'PRO' })
  @Answers(
    'Approve a call',
    ApprovalDetail,
    'agent-paused',
    'policy-blocked',
    'not-an-approver',
    'already-decided',
    'payload-changed',
    'session-closed',
    'session-rolled-back',
    'already-run',
    'already-approved-by-you',
    'not-grantable',
    'redacted-arguments',
  )
  approve(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'approval') id: string,
    @Body() body: ApproveDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.decisions.approve(caller, credential, id, body, key);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Access({ may: 'decide-approvals', plan: 'PRO' })
  @Answers('Reject a call', ApprovalDetail, 'already-decided', 'payload-changed')
  reject(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'approval') id: string,
    @Body() body: RejectDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.decisions.reject(caller, credential, id, body, key);
  }

  @Post(':id/withdraw')
  @HttpCode(200)
  @Access({ who: 'any' })
  @Answers('Withdraw a waiting call', ApprovalDetail, 'already-decided', 'already-begun')
  withdraw(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'approval') id: string,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.takingBack.withdraw(caller, credential, id, key);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Access({ may: 'decide-approvals', plan: 'PRO' })
  @Answers(
    'Take an approval back before its call begins',
    ApprovalDetail,
    'already-decided',
    'already-begun',
    'not-approved',
    'session-rolled-back',
  )
  revoke(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'approval') id: string,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.takingBack.revoke(caller, credential, id, key);
  }

  @Post(':id/preview')
  @HttpCode(200)
  @Access({ may: 'decide-approvals', plan: 'PRO' })
  @Answers(
    'Preview the verdict on edited arguments',
    Preview,
    'agent-paused',
    'not-an-approver',
    'already-decided',
    'payload-changed',
    'session-closed',
    'session-rolled-back',
    'already-run',
    'redacted-arguments',
    'already-approved-by-you',
  )
  preview(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Id('id', 'approval') id: string,
    @Body() body: PreviewDto,
  ) {
    return this.decisions.preview(caller, credential, id, body);
  }

  @Post('decisions')
  @HttpCode(200)
  @Access({ may: 'decide-approvals', plan: 'PRO' })
  @Answers('Decide on several approvals', listOf(Decided), 'approve-alone')
  decideAll(
    @Caller() caller: Principal,
    @Credential() credential: string,
    @Body() body: DecisionsDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.several.decide(caller, credential, body.decisions, key);
  }
}
