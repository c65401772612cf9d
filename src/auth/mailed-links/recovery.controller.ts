import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Message } from '../../platform/http/input/page.dto.js';
import { Access, Caller, RequestId } from '../access/access.decorator.js';
import type { Principal } from '../access/principal.js';
import { ForgotPasswordDto, ResetPasswordDto, Verified, VerifyEmailQuery } from '../auth.dto.js';
import { RecoveryService } from './recovery.service.js';
import { VerificationService } from './verification.service.js';

const QUARTER_HOUR = { count: 20, seconds: 900 };

@Controller('auth')
export class RecoveryController {
  constructor(
    private readonly recovery: RecoveryService,
    private readonly verification: VerificationService,
  ) {}

  @Post('forgot-password')
  @HttpCode(200)
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers('Ask for a link to set a new password', Message)
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
  @Answers('Verify an e-mail address', Verified, 'invalid-token')
  verify(@Query() query: VerifyEmailQuery, @RequestId() requestId: string) {
    return this.verification.verify(query.token, requestId);
  }

  @Post('resend-verification')
  @HttpCode(200)
  @Access({ who: 'operator', plan: 'FREE' })
  @Answers('Send another link to verify the address', Message)
  resend(@Caller() caller: Principal) {
    return this.verification.resend(caller);
  }
}
