import { Injectable } from '@nestjs/common';
import { may } from '../../auth/access/permissions.js';
import type { Identity, Principal } from '../../auth/access/principal.js';
import { unauthenticated } from '../../auth/auth.errors.js';
import { AuthenticationService } from '../../auth/authentication.service.js';
import type { IdempotencyKey } from '../../auth/idempotency.js';
import type { OperationDefinition } from '../../connectors/connector.js';
import { CredentialsService } from '../../credentials/credentials.service.js';
import { notFound, validationFailed } from '../../platform/errors.js';
import { failpoint } from '../../platform/failpoints.js';
import { Idempotent } from '../../platform/http/answers/answer.js';
import type { DisconnectSignal } from '../../platform/http/answers/disconnected.js';
import { performing, RegistryService } from '../../registry/registry.service.js';
import { notOffered } from '../action.errors.js';
import { type ActionView, toActionView } from '../action.view.js';
import type { LogActionDto } from '../actions.dto.js';
import { ActionsService } from '../actions.service.js';
import { Ledger } from '../ledger/ledger.js';
import type { LoggedCall } from '../ledger/recording.js';
import { PrecaptureService } from '../precapture/precapture.service.js';
import { CallSignals } from './call-signals.js';
import { isOffered } from './offer.js';
import { OutcomeWaits } from './outcome-waits.js';

/** The longest wait for the answer, and the signal that ends it. */
interface Patience {
  readonly waitSeconds: number;
  readonly disconnected: DisconnectSignal;
}

/** Takes asks whose calls the service makes (docs/contract.md, "Performed calls"). */
@Injectable()
export class PerformedAsks {
  constructor(
    private readonly actions: ActionsService,
    private readonly precaptures: PrecaptureService,
    private readonly credentials: CredentialsService,
    private readonly registry: RegistryService,
    private readonly authentication: AuthenticationService,
    private readonly ledger: Ledger,
    private readonly signals: CallSignals,
    private readonly outcomeWaits: OutcomeWaits,
  ) {}

  /**
   * Asks, and holds the answer until the call has an outcome or waits for a person. A key that has asked before answers
   * with that call, whatever would refuse a new one. Null when the client has disconnected.
   * @throws 400 validation-failed; 403 operation-not-offered; the errors of `ActionsService.log`
   */
  async ask(
    caller: Principal,
    credential: string,
    sessionId: string,
    body: LogActionDto,
    key: IdempotencyKey | null,
    patience: Patience,
  ): Promise<Idempotent<ActionView> | null> {
    const asked = await this.asked(caller, credential, sessionId, body, key).catch(async (refusal: unknown) => {
      const made = await this.actions.findLogged(caller, sessionId, key);
      if (!made?.performance) throw refusal;
      return new Idempotent(made, true);
    });
    return this.outcome(caller, credential, asked, patience);
  }

  private async asked(
    caller: Principal,
    credential: string,
    sessionId: string,
    body: LogActionDto,
    key: IdempotencyKey | null,
  ): Promise<Idempotent<ActionView>> {
    for (const member of NOT_OF_PERFORMED)
      if (body[member] !== undefined) throw validationFailed(member, 'is not of a call that the service makes');
    if (body.status !== undefined && body.status !== 'PENDING_APPROVAL')
      throw validationFailed('status', 'is what the service finds out');
    const operation = await this.offeredOperation(caller.organizationId, body);
    const call = { ...body, operationType: operation.operationType };
    const captured = await this.capturedFirst(caller, credential, sessionId, call, operation);
    return this.log(caller, credential, sessionId, { ...call, ...captured }, key);
  }

  /** Begins the call in the transaction that logs it, if this process has a free slot. */
  private async log(
    caller: Principal,
    credential: string,
    sessionId: string,
    call: LoggedCall,
    key: IdempotencyKey | null,
  ): Promise<Idempotent<ActionView>> {
    const { organizationId } = caller;
    const place = this.signals.place(organizationId);
    if (place === null)
      return this.queued(organizationId, await this.actions.log(caller, credential, sessionId, call, key));
    failpoint('call-lease-before-commit');
    failpoint('call-begin-before-commit');
    let hasBegun = false;
    try {
      const asked = await this.actions.log(caller, credential, sessionId, call, key, (actionId, begun) => {
        hasBegun = true;
        place.goOn(actionId, begun);
      });
      return hasBegun ? asked : this.queued(organizationId, asked);
    } finally {
      place.leave();
    }
  }

  private queued(organizationId: string, asked: Idempotent<ActionView>): Idempotent<ActionView> {
    if (asked.data.performance?.state === 'queued') this.signals.queued({ organizationId, actionId: asked.data.id });
    return asked;
  }

  /** @throws 403 operation-not-offered, 400 for a payload that does not fit, or an operation that is not performed */
  private async offeredOperation(
    organizationId: string,
    { apiName, payload }: LogActionDto,
  ): Promise<OperationDefinition> {
    const known = this.registry.find(apiName);
    const connector = known?.connector.id ?? '';
    const offered = await this.credentials.offeredNow(organizationId, connector);
    if (!known || !isOffered(offered, apiName)) throw notOffered(apiName);
    const { unperformableReason } = performing(known.connector, known.operation);
    if (unperformableReason !== null) throw validationFailed('apiName', unperformableReason);
    const mismatch = this.registry.schemaError(known.operation, payload);
    if (mismatch !== null) throw validationFailed('payload', mismatch);
    return known.operation;
  }

  /**
   * Captures the current state when a person decides or a policy reads it, because that state is what they are shown.
   */
  private async capturedFirst(
    caller: Principal,
    credential: string,
    sessionId: string,
    call: LogActionDto & { readonly operationType: OperationDefinition['operationType'] },
    { precapture }: OperationDefinition,
  ): Promise<Pick<LogActionDto, 'precaptureId'>> {
    if (precapture === 'none' || !(await this.actions.isCaptureNeeded(caller, sessionId, call))) return {};
    const { apiName, payload } = call;
    const { data } = await this.precaptures.precapture(caller, credential, sessionId, { apiName, payload }, null);
    return { precaptureId: data.precaptureId };
  }

  /** @throws 401 as soon as the credential is not valid any more */
  private async outcome(
    caller: Principal,
    credential: string,
    asked: Idempotent<ActionView>,
    { waitSeconds, disconnected }: Patience,
  ): Promise<Idempotent<ActionView> | null> {
    const until = performance.now() + waitSeconds * 1000;
    let current: Identity = caller;
    let view = asked.data;
    while (isUnderWay(view) && performance.now() < until) {
      const why = await this.outcomeWaits.wait(current, view.id, disconnected(), until - performance.now());
      if (why === 'disconnected') return null;
      const renewed = await this.authentication.authenticateFresh(credential);
      if (!renewed) throw unauthenticated();
      current = renewed;
      const row = await this.ledger.read(caller.organizationId, view.id);
      if (!row) throw notFound('action');
      view = toActionView(row, view.simulated, may(caller, 'read-captured-values'));
      if (why === 'over') break;
    }
    return new Idempotent(view, asked.replayed);
  }
}

const NOT_OF_PERFORMED = ['precaptureId', 'response', 'violation', 'mayDo'] as const;

const isUnderWay = ({ performance: work }: ActionView) => work?.state === 'queued' || work?.state === 'running';
