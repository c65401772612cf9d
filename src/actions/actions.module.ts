import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { RedactionModule } from '../redaction/redaction.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ActionHistory } from './action-history.js';
import { ActionTraces } from './action-traces.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';
import { BegunCalls } from './begun/begun-calls.service.js';
import { OverdueCallsJob } from './begun/overdue-calls.job.js';
import { CallSubjects } from './call-subjects.js';
import { ConfirmationsService } from './confirmations.service.js';
import { ActionExportController } from './export/action-export.controller.js';
import { ActionExport } from './export/action-export.js';
import { ExportCursors } from './export/export-cursors.js';
import { ActionMoves } from './ledger/action-moves.js';
import { Ledger } from './ledger/ledger.js';
import { Usage } from './ledger/usage.js';
import { ActionStates } from './performing/action-states.js';
import { CallSignals } from './performing/call-signals.js';
import { OutcomeWaits } from './performing/outcome-waits.js';
import { PerformedAsks } from './performing/performed-asks.service.js';
import { CaptureRecords } from './precapture/capture-records.js';
import { FastPathCaptures } from './precapture/fast-path-captures.js';
import { FoundCaptures } from './precapture/found-captures.js';
import { PrecaptureService } from './precapture/precapture.service.js';
import { UnboundPrecapturesJob } from './precapture/unbound-precaptures.job.js';
import { SealedCalls } from './sealed-calls.service.js';
import { SessionsSoFar } from './sessions-so-far.js';
import { UnconfirmedCalls } from './unconfirmed-calls.js';

@Module({
  imports: [CredentialsModule, PoliciesModule, RedactionModule, SessionsModule],
  controllers: [ActionsController, ActionExportController],
  providers: [
    ActionExport,
    ActionHistory,
    ActionMoves,
    ActionStates,
    ActionTraces,
    ActionsService,
    BegunCalls,
    CallSignals,
    CallSubjects,
    CaptureRecords,
    FastPathCaptures,
    ConfirmationsService,
    ExportCursors,
    FoundCaptures,
    Ledger,
    OutcomeWaits,
    OverdueCallsJob,
    PerformedAsks,
    PrecaptureService,
    SealedCalls,
    SessionsSoFar,
    UnboundPrecapturesJob,
    UnconfirmedCalls,
    Usage,
  ],
  exports: [
    ActionHistory,
    ActionMoves,
    ActionStates,
    ActionTraces,
    ActionsService,
    CallSignals,
    CallSubjects,
    CaptureRecords,
    PerformedAsks,
    SealedCalls,
    Usage,
  ],
})
export class ActionsModule {}
