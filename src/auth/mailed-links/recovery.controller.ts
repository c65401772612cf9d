import { Body, Controller, Get, Headers, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Config } from '../../config/config.js';
import { Answers, AnswersOrRedirects } from '../../platform/http/answers/answers.decorator.js';
import { prefersHtml } from '../../platform/http/answers/prefers-html.js';
import { Message } from '../../platform/http/input/page.dto.js';
import { Access, Caller, RequestId } from '../access/access.decorator.js';
import type { Principal } from '../access/principal.js';
import { ForgotPasswordDto, ResetPasswordDto, Verified, VerifyEmailQuery } from '../auth.dto.js';
import { linkTo } from './link.js';
import { RecoveryService } from './recovery.service.js';
import { VerificationService } from './verification.service.js';

const QUARTER_HOUR = { count: 20, seconds: 900 };

@Controller('auth')
export class RecoveryController {
  constructor(
    private readonly recovery: RecoveryService,
    private readonly verification: VerificationService,
    private readonly config: Config,
  ) {}

  @Post('forgot-password')
  @HttpCode(200)
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers('Request a link to set a new password', Message)
  forgot(@Body() body: ForgotPasswordDto) {
    return this.recovery.forgot(body.email);
  }

  @Post('reset-password')
  @HttpCode(200)
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers('Set a new password', Message, 'invalid-token')
  reset(@Body() body: ResetPasswordDto, @RequestId() requestId: string) {
    return this.recovery.reset(body, requestId);
  }

  @Get('verify-email')
  @Access({ who: 'public', limit: QUARTER_HOUR, bare: true })
  @AnswersOrRedirects('Verify an e-mail address', Verified, 'A browser: the linked page does it.', 'invalid-token')
  async verify(
    @Query() { token }: VerifyEmailQuery,
    @RequestId() requestId: string,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('vary', 'accept');
    if (!prefersHtml(accept)) return this.verification.verify(token, requestId);
    reply.code(302).header('location', linkTo(this.config, 'verify-email', token));
    return '';
  }

  @Post('resend-verification')
  @HttpCode(200)
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('Send another link to verify the address', Message)
  resend(@Caller() caller: Principal) {
    return this.verification.resend(caller);
  }
}
