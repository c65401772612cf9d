import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Access, RequestId } from './access/access.decorator.js';
import { LoginDto, RegisterDto, SignedIn, Token, TokenDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';

const QUARTER_HOUR = { count: 20, seconds: 900 };

@Controller('auth')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Post('register')
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers('Make an account', SignedIn, 'email-taken')
  register(@Body() body: RegisterDto, @RequestId() requestId: string) {
    return this.auth.register(body, requestId);
  }

  @Post('login')
  @HttpCode(200)
  @Access({ who: 'public', limit: QUARTER_HOUR })
  @Answers('Sign in', SignedIn, 'unauthenticated', 'invalid-link')
  login(@Body() body: LoginDto, @RequestId() requestId: string) {
    return this.auth.login(body, requestId);
  }

  @Post('token')
  @HttpCode(200)
  @Access({ who: 'public', limit: { count: 60, seconds: 60 } })
  @Answers('Exchange an API key for a token', Token, 'unauthenticated')
  token(@Body() body: TokenDto) {
    return this.auth.exchange(body.apiKey);
  }
}
