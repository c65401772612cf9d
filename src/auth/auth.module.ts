import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../config/config.js';
import { AccessHook } from './access.hook.js';
import { Accounts } from './accounts.js';
import { ApiKeysService } from './api-keys.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthenticationService } from './authentication.service.js';
import { IdempotencyKeys } from './idempotency.js';
import { AttemptCookies } from './oauth/attempt-cookie.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthService } from './oauth/oauth.service.js';
import { OAuthAccounts } from './oauth/oauth-accounts.js';
import { OrganizationEpochs } from './organization-epochs.js';
import { Passwords } from './passwords.js';
import { Tokens } from './tokens.js';

@Global()
@Module({
  imports: [JwtModule.registerAsync({ inject: [Config], useFactory: (config: Config) => ({ secret: config.jwtKey }) })],
  controllers: [AuthController, OAuthController],
  providers: [
    AccessHook,
    Accounts,
    ApiKeysService,
    AttemptCookies,
    AuthService,
    AuthenticationService,
    IdempotencyKeys,
    OAuthAccounts,
    OAuthService,
    OrganizationEpochs,
    Passwords,
    Tokens,
  ],
  exports: [AccessHook, Accounts, ApiKeysService, AuthenticationService, IdempotencyKeys, OrganizationEpochs],
})
export class AuthModule {}
