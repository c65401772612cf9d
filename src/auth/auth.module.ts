import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../config/config.js';
import { AccessHook } from './access.hook.js';
import { ApiKeysService } from './api-keys.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthenticationService } from './authentication.service.js';
import { IdempotencyKeys } from './idempotency.js';
import { KeyUsesJob } from './key-uses.job.js';
import { AttemptCookies } from './oauth/attempt-cookie.js';
import { IdentityLinks } from './oauth/identity-links.js';
import { LinkTokens } from './oauth/link-tokens.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthService } from './oauth/oauth.service.js';
import { OAuthAccounts } from './oauth/oauth-accounts.js';
import { OrganizationEpochs } from './organization-epochs.js';
import { OrganizationPlans } from './organization-plans.js';
import { Passwords } from './passwords.js';
import { Tokens } from './tokens.js';

@Global()
@Module({
  imports: [JwtModule.registerAsync({ inject: [Config], useFactory: (config: Config) => ({ secret: config.jwtKey }) })],
  controllers: [AuthController, OAuthController],
  providers: [
    AccessHook,
    ApiKeysService,
    AttemptCookies,
    AuthService,
    AuthenticationService,
    IdempotencyKeys,
    KeyUsesJob,
    IdentityLinks,
    LinkTokens,
    OAuthAccounts,
    OAuthService,
    OrganizationEpochs,
    OrganizationPlans,
    Passwords,
    Tokens,
  ],
  exports: [AccessHook, ApiKeysService, AuthenticationService, IdempotencyKeys, OrganizationEpochs, OrganizationPlans],
})
export class AuthModule {}
