import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ActionHistory } from './action-history.js';
import { ActionMoves } from './action-moves.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';
import { ConfirmationsService } from './confirmations.service.js';
import { Ledger } from './ledger.js';
import { PrecaptureService } from './precapture.service.js';
import { UnboundPrecapturesJob } from './unbound-precaptures.job.js';
import { UnconfirmedCalls } from './unconfirmed-calls.js';
import { Usage } from './usage.js';

@Module({
  imports: [CredentialsModule, PoliciesModule, SessionsModule],
  controllers: [ActionsController],
  providers: [
    ActionHistory,
    ActionMoves,
    ActionsService,
    ConfirmationsService,
    Ledger,
    PrecaptureService,
    UnboundPrecapturesJob,
    UnconfirmedCalls,
    Usage,
  ],
  exports: [ActionHistory, ActionMoves, ActionsService, Usage],
})
export class ActionsModule {}
