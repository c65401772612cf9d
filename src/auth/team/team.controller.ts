import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../../platform/http/input/page.dto.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { listOf } from '../../platform/http/shape.js';
import { Access, Caller, Credential, RequestId } from '../access/access.decorator.js';
import type { Principal } from '../access/principal.js';
import { SignedIn } from '../auth.dto.js';
import { type IdempotencyKey, Once } from '../idempotency.js';
import { AcceptanceService } from './acceptance.service.js';
import { InvitationsService } from './invitations.service.js';
import { RemovalService } from './removal.service.js';
import { AcceptInvitationDto, Invitation, InviteDto } from './team.dto.js';

const QUARTER_HOUR = { count: 20, seconds: 900 };
/** The routes work on every plan, so that rights granted on a higher plan can be revoked on a lower one. */
@Controller('team')
export class TeamController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly acceptance: AcceptanceService,
    private readonly removal: RemovalService,
  ) {}

  @Post('invitations')
  @Access({ may: 'manage-members', plan: 'TEAM', limit: QUARTER_HOUR })
  @Answers('Invite a person by mail', Invitation, 'already-member', 'already-invited')
  invite(@Caller() caller: Principal, @Body() body: InviteDto, @Once() key: IdempotencyKey | null) {
    return this.invitations.invite(caller, body.email, key);
  }

  @Get('invitations')
  @Access({ may: 'manage-members', plan: 'FREE' })
  @Answers('List invitations that can still be accepted', listOf(Invitation))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.invitations.list(caller, query);
  }

  @Delete('invitations/:id')
  @Access({ may: 'manage-members', plan: 'FREE' })
  @Answers('Revoke an invitation', Deleted)
  revoke(@Caller() caller: Principal, @Id('id', 'invitation') id: string) {
    return this.invitations.revoke(caller, id);
  }

  @Post('invitations/accept')
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers(
    'Accept an invitation: with a new account, or with the token of one',
    SignedIn,
    'invalid-token',
    'unauthenticated',
    'operator-required',
    'scope-missing',
    'email-taken',
    'already-member',
    'last-member',
  )
  accept(@Body() body: AcceptInvitationDto, @Credential() credential: string, @RequestId() requestId: string) {
    return this.acceptance.accept(body, credential, requestId);
  }

  @Delete('members/:id')
  @Access({ may: 'manage-members', plan: 'FREE' })
  @Answers('Remove a member', Deleted, 'last-member')
  remove(@Caller() caller: Principal, @Credential() credential: string, @Id('id', 'member') id: string) {
    return this.removal.remove(caller, credential, id);
  }
}
