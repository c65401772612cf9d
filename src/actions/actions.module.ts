import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ActionHistory } from './action-history.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';
import { CallSubjects } from './call-subjects.js';
import { ConfirmationsService } from './confirmations.service.js';
import { ActionMoves } from './ledger/action-moves.js';
import { Ledger } from './ledger/ledger.js';
import { Usage } from './ledger/usage.js';
import { FoundCaptures } from './precapture/found-captures.js';
import { PrecaptureService } from './precapture/precapture.service.js';
import { UnboundPrecapturesJob } from './precapture/unbound-precaptures.job.js';
import { UnconfirmedCalls } from './unconfirmed-calls.js';

@Module({
  imports: [CredentialsModule, PoliciesModule, SessionsModule],
  controllers: [ActionsController],
  providers: [
    ActionHistory,
    ActionMoves,
    ActionsService,
    CallSubjects,
    ConfirmationsService,
    FoundCaptures,
    Ledger,
    PrecaptureService,
    UnboundPrecapturesJob,
    UnconfirmedCalls,
    Usage,
  ],
  exports: [ActionHistory, ActionMoves, ActionsService, CallSubjects, Usage],
})
export class ActionsModule {}
