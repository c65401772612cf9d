import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Config } from '../config/config.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { AccessHook } from './access/access.hook.js';
import { ArrivingBodies } from './access/arriving-bodies.js';
import { IdleConnections } from './access/idle-connections.js';
import { StoppedCallers } from './access/stopped-callers.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthenticationService } from './authentication.service.js';
import { BrowserCookie } from './browser/browser-cookie.js';
import { BrowserRequests } from './browser/browser-requests.js';
import { BrowserSessionController } from './browser/browser-session.controller.js';
import { BrowserSessions } from './browser/browser-sessions.service.js';
import { BrowserTokens } from './browser/browser-tokens.js';
import { MySessionsController } from './browser/my-sessions.controller.js';
import { IdempotencyKeys } from './idempotency.js';
import { IdempotencyPruneJob } from './idempotency-prune.job.js';
import { ActiveKeys } from './keys/active-keys.js';
import { ApiKeysService } from './keys/api-keys.service.js';
import { KeyUsesJob } from './keys/key-uses.job.js';
import { MailJob } from './mailed-links/mail.job.js';
import { MailedLinks } from './mailed-links/mailed-links.js';
import { Outbox } from './mailed-links/outbox.js';
import { RecoveryController } from './mailed-links/recovery.controller.js';
import { RecoveryService } from './mailed-links/recovery.service.js';
import { ResetRequestsJob } from './mailed-links/reset-requests.job.js';
import { VerificationService } from './mailed-links/verification.service.js';
import { NewAccounts } from './new-account.js';
import { AttemptCookies } from './oauth/attempt-cookie.js';
import { Landing } from './oauth/landing.js';
import { IdentityLinks } from './oauth/link/identity-links.js';
import { LinkCookie } from './oauth/link/link-cookie.js';
import { LinkTokens } from './oauth/link/link-tokens.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthService } from './oauth/oauth.service.js';
import { OAuthAccounts } from './oauth/oauth-accounts.js';
import { Accounts } from './organizations/accounts.js';
import { Members } from './organizations/members.js';
import { OrganizationEpochs } from './organizations/organization-epochs.js';
import { OrganizationPlans } from './organizations/organization-plans.js';
import { Passwords } from './passwords.js';
import { PersonalTokensController } from './personal-tokens/personal-tokens.controller.js';
import { PersonalTokensService } from './personal-tokens/personal-tokens.service.js';
import { Proofs } from './sign-in/proofs.js';
import { SignInTriesJob } from './sign-in/sign-in-tries.job.js';
import { SignInTries } from './sign-in/sign-in-tries.js';
import { AcceptanceService } from './team/acceptance.service.js';
import { GroupMembers } from './team/groups/group-members.js';
import { GroupsController } from './team/groups/groups.controller.js';
import { GroupsService } from './team/groups/groups.service.js';
import { InvitationsService } from './team/invitations.service.js';
import { Memberships } from './team/memberships.js';
import { RemovalService } from './team/removal.service.js';
import { TeamController } from './team/team.controller.js';
import { Tokens } from './tokens.js';
import { HeldLists } from './waiting/held-lists.js';
import { HeldRequests } from './waiting/held-requests.js';

@Global()
@Module({
  imports: [
    JwtModule.registerAsync({ inject: [Config], useFactory: (config: Config) => ({ secret: config.jwtKey }) }),
    MailModule,
  ],
  controllers: [
    AuthController,
    BrowserSessionController,
    GroupsController,
    MySessionsController,
    OAuthController,
    PersonalTokensController,
    RecoveryController,
    TeamController,
  ],
  providers: [
    AcceptanceService,
    AccessHook,
    Accounts,
    ActiveKeys,
    ApiKeysService,
    ArrivingBodies,
    AttemptCookies,
    AuthService,
    AuthenticationService,
    BrowserCookie,
    BrowserRequests,
    BrowserSessions,
    BrowserTokens,
    GroupMembers,
    GroupsService,
    HeldLists,
    HeldRequests,
    IdempotencyKeys,
    IdempotencyPruneJob,
    KeyUsesJob,
    IdentityLinks,
    IdleConnections,
    InvitationsService,
    Landing,
    LinkCookie,
    LinkTokens,
    MailedLinks,
    MailJob,
    Members,
    Memberships,
    NewAccounts,
    OAuthAccounts,
    OAuthService,
    OrganizationEpochs,
    OrganizationPlans,
    Outbox,
    Passwords,
    PersonalTokensService,
    Proofs,
    RecoveryService,
    RemovalService,
    ResetRequestsJob,
    SignInTries,
    SignInTriesJob,
    StoppedCallers,
    Tokens,
    VerificationService,
  ],
  exports: [
    AccessHook,
    Accounts,
    ApiKeysService,
    ArrivingBodies,
    IdleConnections,
    AuthenticationService,
    GroupMembers,
    HeldLists,
    HeldRequests,
    IdempotencyKeys,
    Members,
    OrganizationEpochs,
    OrganizationPlans,
    Proofs,
    StoppedCallers,
  ],
})
export class AuthModule {}
