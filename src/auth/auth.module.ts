import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../config/config.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { AccessHook } from './access.hook.js';
import { Accounts } from './accounts.js';
import { ApiKeysService } from './api-keys.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthenticationService } from './authentication.service.js';
import { IdempotencyKeys } from './idempotency.js';
import { KeyUsesJob } from './key-uses.job.js';
import { MailJob } from './links/mail.job.js';
import { MailedLinks } from './links/mailed-links.js';
import { Outbox } from './links/outbox.js';
import { Members } from './members.js';
import { NewAccounts } from './new-account.js';
import { AttemptCookies } from './oauth/attempt-cookie.js';
import { IdentityLinks } from './oauth/identity-links.js';
import { LinkTokens } from './oauth/link-tokens.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthService } from './oauth/oauth.service.js';
import { OAuthAccounts } from './oauth/oauth-accounts.js';
import { OrganizationEpochs } from './organization-epochs.js';
import { OrganizationPlans } from './organization-plans.js';
import { Passwords } from './passwords.js';
import { RecoveryController } from './recovery.controller.js';
import { RecoveryService } from './recovery.service.js';
import { ResetRequestsJob } from './reset-requests.job.js';
import { Tokens } from './tokens.js';
import { VerificationService } from './verification.service.js';

@Global()
@Module({
  imports: [
    JwtModule.registerAsync({ inject: [Config], useFactory: (config: Config) => ({ secret: config.jwtKey }) }),
    MailModule,
  ],
  controllers: [AuthController, OAuthController, RecoveryController],
  providers: [
    AccessHook,
    Accounts,
    ApiKeysService,
    AttemptCookies,
    AuthService,
    AuthenticationService,
    IdempotencyKeys,
    KeyUsesJob,
    IdentityLinks,
    LinkTokens,
    MailedLinks,
    MailJob,
    Members,
    NewAccounts,
    OAuthAccounts,
    OAuthService,
    OrganizationEpochs,
    OrganizationPlans,
    Outbox,
    Passwords,
    RecoveryService,
    ResetRequestsJob,
    Tokens,
    VerificationService,
  ],
  exports: [
    AccessHook,
    Accounts,
    ApiKeysService,
    AuthenticationService,
    IdempotencyKeys,
    Members,
    OrganizationEpochs,
    OrganizationPlans,
  ],
})
export class AuthModule {}
