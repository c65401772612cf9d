import fc from '../../../../test/support/properties.js';
import 'reflect-metadata';
import type { ArgumentMetadata } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate } from 'class-validator';
import { sized } from '../../../../test/support/campaign-size.js';
import * as actions from '../../../actions/actions.dto.js';
import * as admin from '../../../admin/admin.dto.js';
import * as agents from '../../../agents/agents.dto.js';
import * as approvals from '../../../approvals/approvals.dto.js';
import * as handover from '../../../approvals/handover/handover.dto.js';
import * as auth from '../../../auth/auth.dto.js';
import * as personalTokens from '../../../auth/personal-tokens/personal-tokens.dto.js';
import * as billing from '../../../billing/billing.dto.js';
import * as credentials from '../../../credentials/credentials.dto.js';
import * as events from '../../../events/webhooks/webhooks.dto.js';
import * as policies from '../../../policies/policies.dto.js';
import * as policySet from '../../../policies/set/policy-set.dto.js';
import { RollbackDto } from '../../../rollback/rollback.dto.js';
import * as sessions from '../../../sessions/sessions.dto.js';
import { DomainError } from '../../errors.js';
import { PageQuery } from './page.dto.js';
import { ValidationPipe } from './validation.pipe.js';

type DtoClass = new () => object;

const DTOS: DtoClass[] = [
  actions,
  admin,
  agents,
  approvals,
  auth,
  billing,
  credentials,
  events,
  handover,
  personalTokens,
  policies,
  policySet,
  sessions,
  { PageQuery, RollbackDto },
]
  .flatMap((module) => Object.values(module) as DtoClass[])
  .filter((value, index, all) => typeof value === 'function' && all.indexOf(value) === index);

const pipe = new ValidationPipe();
const asBody = (metatype: DtoClass): ArgumentMetadata => ({ type: 'body', metatype });

function pipeAccepts(dto: DtoClass, value: unknown): boolean {
  try {
    pipe.transform(structuredClone(value), asBody(dto));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

async function classValidatorAccepts(dto: DtoClass, value: object): Promise<boolean> {
  const instance = plainToInstance(dto, structuredClone(value));
  const forbidNonWhitelisted = !OPEN.includes(dto.name);
  return (await validate(instance, { whitelist: true, forbidNonWhitelisted })).length === 0;
}

/** Lets unknown members through; every other class refuses them. */
const OPEN = ['LogActionQuery'];

const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Text at and around every limit, in characters of one, two and four bytes; variation selectors apart, see below. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'a',
    'stripe.refunds.create',
    'agent-1',
    'a.b',
    'a..b',
    '.a',
    'a@example.com',
    'a@b',
    'ü@example.com',
  ),
  fc.constantFrom('live', 'test', 'skip', 'force', 'ALLOW', 'BLOCK', 'enforce', 'shadow', 'COMPLETED', 'completed'),
  fc.constantFrom('CREATE', 'READ', 'CLEARED', 'SUCCESS', 'BLOCKED', 'UNKNOWN', 'ACTIVE', 'PAUSED', 'PENDING', 'ALL'),
  fc.constantFrom(UUID, UUID.toUpperCase(), UUID.slice(1), `${UUID}\n`, 'f'.repeat(64), 'F'.repeat(64), 'agent\n'),
  fc
    .tuple(
      fc.constantFrom('a', 'é', '😀', '\n', 'e\u0301'),
      fc.constantFrom(
        1,
        7,
        8,
        99,
        100,
        101,
        128,
        129,
        199,
        200,
        201,
        254,
        255,
        256,
        500,
        501,
        1_000,
        1_001,
        2_000,
        2_001,
        10_000,
        10_001,
      ),
    )
    .map(([unit, count]) => unit.repeat(count)),
  fc.string({ unit: 'grapheme', maxLength: 130 }).map((text) => text.replace(/[\ufe0e\ufe0f]/g, '')),
);
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, 5, 5.5, -1, 60, 61, 200, 201, 4_999, 5_000, 2 ** 53, 30 * 24 * 3_600_000 + 1, 1e300),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const values = fc.oneof(
  { weight: 6, arbitrary: texts },
  { weight: 3, arbitrary: numbers },
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom([], [1], ['a'], {}, { a: 1 }, { a: { b: [null] } }, { length: 5 }),
  fc.jsonValue().filter((value) => !/[\ufe0e\ufe0f]/.test(JSON.stringify(value))),
);

function propertiesOf(dto: DtoClass): string[] {
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  return [...new Set(metadatas.map(({ propertyName }) => propertyName))];
}

const hash = fc.constant('f'.repeat(64));
const slug = fc.constantFrom('a', 'agent-1', 'team/agent:1@host', 'a'.repeat(100));
const text = fc.constantFrom('a', 'postgres.*', 'look after it', '😀'.repeat(100));
const object = fc.constantFrom({}, { id: 1 }, { a: { b: [null] } });
const id = fc.constantFrom(UUID, UUID.toUpperCase());

/** A generator of valid values for each member, by its name. */
const RIGHT: Record<string, fc.Arbitrary<unknown>> = {
  action: fc.constantFrom('ALLOW', 'BLOCK'),
  actionId: id,
  after: fc.nat(),
  agentId: slug,
  agentOperations: fc.constantFrom([], ['postgres.*', 'postgres.rows.update'], ['postgres']),
  alarmBudget: fc.constantFrom(0.5, 3, 20),
  allowRequester: fc.constantFrom(true, false, null),
  apiKey: text,
  apiName: fc.constant('postgres.rows.update'),
  apiNamePattern: text,
  approvers: fc.constantFrom([], [UUID], ['a'], [1]),
  as: fc.constantFrom('undone', 'kept'),
  change: fc.constantFrom([], [{ id: UUID, enabled: true }], [{ enabled: true }], [{ id: UUID, mode: 'x' }]),
  condition: fc.option(object),
  create: fc.constantFrom([{ apiNamePattern: 'a', action: 'BLOCK' }], [{}], []),
  connection: fc.constantFrom(
    { server: 'a', path: ['public'], settings: {} },
    { server: 'a', path: [], settings: {}, table: { schema: 'public', id: '1', temporary: false } },
  ),
  connector: text,
  connectors: text,
  cursor: fc.oneof(id, fc.nat()),
  database: text,
  dateStyle: text,
  days: fc.integer({ min: 1, max: 90 }),
  delete: fc.constantFrom([], [UUID], ['a']),
  decision: fc.constantFrom('approve', 'reject'),
  decisions: fc.constantFrom([{ id: UUID, decision: 'reject', payloadHash: 'f'.repeat(64) }], [{ id: UUID }], []),
  description: text,
  dirty: fc.boolean(),
  blocked: fc.constant(true),
  displayName: text,
  drift: fc.constantFrom('ALIGNED', 'DRIFTED'),
  email: fc.constantFrom('a@example.com', 'ü@example.com'),
  enabled: fc.boolean(),
  events: fc.constantFrom(['approval.requested'], ['action.blocked', 'rollback.finished'], [], ['a'], [1]),
  force: fc.constantFrom([], [UUID]),
  fromActionId: id,
  grant: fc.constant({ apiNamePattern: 'postgres.*', maxUses: 1, minutes: 5 }),
  id,
  intent: text,
  intervalStyle: text,
  kind: fc.constantFrom('live', 'slack'),
  label: fc.constantFrom(
    'tier:gold',
    'tier:a:b',
    'tier:',
    'tier',
    'a.b:c',
    'constructor:a',
    `tier:${'😀'.repeat(200)}`,
  ),
  labels: fc.constantFrom(
    { tier: 'gold' },
    {},
    { 'a.b': 'c' },
    { prototype: 'a' },
    { tier: '' },
    { tier: 7 },
    { tier: '😀'.repeat(200) },
    { tier: '😀'.repeat(201) },
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, 'a'])),
  ),
  limit: fc.integer({ min: 1, max: 200 }),
  link: text,
  linkOfBrowser: fc.boolean(),
  mark: fc.constantFrom('fine', 'drift'),
  maxUses: fc.integer({ min: 1, max: 1_000 }),
  mayDo: fc.constantFrom([], ['redis.keys.del', 'redis.keys.rename']),
  minutes: fc.integer({ min: 1, max: 1_440 }),
  members: fc.constantFrom([], [UUID], ['a'], [1]),
  mode: fc.constant('shadow'),
  monetaryLocale: text,
  name: text,
  newPassword: fc.constantFrom('12345678', '😀'.repeat(128)),
  note: text,
  onConflict: fc.constantFrom('skip', 'force'),
  operationType: fc.constantFrom('CREATE', 'READ'),
  password: fc.constantFrom('12345678', '😀'.repeat(128)),
  path: fc.constantFrom([], ['public', 'sales']),
  payload: object,
  payloadHash: hash,
  claim: fc.constant(UUID),
  perform: fc.constant(true),
  plan: fc.constantFrom('PRO', 'TEAM'),
  planHash: hash,
  precaptureId: id,
  reason: fc.constantFrom('because', ''),
  requiredApprovals: fc.integer({ min: 1, max: 3 }),
  expiresAt: fc.constantFrom('2026-01-01T00:00:00.000Z', 'x'.repeat(40)),
  expiresAfterSeconds: fc.constantFrom(null, 10, 2_678_400),
  approvalUsableSeconds: fc.constantFrom(null, 10, 2_678_400),
  onExpiry: fc.constantFrom('reject', 'approve'),
  onBehalfOf: text,
  onChange: fc.constantFrom('ask', 'run'),
  unmatched: fc.constantFrom('ALLOW', 'BLOCK'),
  response: fc.jsonValue(),
  schema: text,
  scopes: fc.constantFrom(['read'], ['read', 'policies'], [], ['read', 'read'], ['x']),
  server: text,
  settings: fc.constantFrom({}, { timeZone: 'UTC' }),
  since: fc.constantFrom('2026-01-01T00:00:00.000Z', 'x'.repeat(40)),
  slug,
  sqlMode: text,
  standardConformingStrings: text,
  state: hash,
  status: fc.constantFrom('SUCCESS', 'COMPLETED', 'PENDING', 'ACTIVE'),
  target: text,
  table: fc.oneof(
    text,
    fc.constantFrom({ schema: 'public', temporary: false }, { schema: 'public', id: '1', temporary: true }),
  ),
  temporary: fc.boolean(),
  text,
  timeZone: text,
  timeoutMs: fc.constantFrom(5_000, 60_000, 30 * 24 * 3_600_000),
  token: fc.constantFrom('x'.repeat(43), 'a'),
  toolCallId: text,
  traceId: fc.constantFrom('0af7651916cd43dd8448eb211c80319c', '0af7651916cd43dd8448eb211c80319C'),
  traceparent: fc.constantFrom(
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  ),
  until: fc.constantFrom('2026-01-01T00:00:00.000Z', 'x'.repeat(40)),
  url: fc.constantFrom('https://example.com/', 'a', 'x'.repeat(2_001)),
  values: object,
  violation: fc.constant('ungated'),
  wait: fc.integer({ min: 0, max: 60 }),
  within: fc.constantFrom('session', 'tool-call'),
};

function rightOf(name: string): fc.Arbitrary<unknown> {
  const right = RIGHT[name];
  if (!right) throw new Error(`say of "${name}" what is right`);
  return right;
}

/** Right objects, some members left out, and up to two members that may be wrong or unknown. */
function objectsOf(dto: DtoClass) {
  const names = propertiesOf(dto);
  const right = fc.record(Object.fromEntries(names.map((name) => [name, rightOf(name)])));
  const others = fc.constantFrom('other', 'apiname', 'Name', 'length', '');
  const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: others });
  const none = fc.constant<[string, unknown][]>([]);
  const changes = fc.oneof({ weight: 2, arbitrary: none }, fc.array(fc.tuple(name, values), { maxLength: 2 }));
  const leftOut = fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.subarray(names));
  return fc.tuple(right, leftOut, changes).map(([whole, absent, changed]) => ({
    ...Object.fromEntries(Object.entries(whole).filter(([key]) => !absent.includes(key))),
    ...Object.fromEntries(changed),
  }));
}

describe('the validation pipe', () => {
  it('knows every class with rules', () => {
    expect(DTOS.map(({ name }) => name).sort()).toEqual([
      'ActionQuery',
      'ActionsQuery',
      'AgentRollbackPlanQuery',
      'ApproveDto',
      'ChangeAgentDto',
      'ChangeMeDto',
      'ChangeOfPolicyDto',
      'ChangePoliciesDto',
      'ChangePolicyDto',
      'ChangeWebhookDto',
      'CompleteSessionDto',
      'ConfirmActionDto',
      'ConnectionDto',
      'ConnectionSettingsDto',
      'ConnectionTableDto',
      'CreateApiKeyDto',
      'CreatePersonalTokenDto',
      'CreatePolicyDto',
      'CreateSessionDto',
      'CreateWebhookDto',
      'DecisionDto',
      'DecisionsDto',
      'DeleteMeDto',
      'ExportQuery',
      'ForgotPasswordDto',
      'GrantDto',
      'ListApprovalsQuery',
      'ListAuditQuery',
      'ListSessionsQuery',
      'LogActionDto',
      'LogActionQuery',
      'LoginDto',
      'NoteDto',
      'PageQuery',
      'PortalQuery',
      'PrecaptureDto',
      'PreviewDto',
      'PutCredentialDto',
      'RegisterAgentDto',
      'RegisterDto',
      'RejectDto',
      'ResetPasswordDto',
      'RollBackAgentDto',
      'RollbackDto',
      'SimulatePolicyDto',
      'TokenDto',
      'TrialQuery',
      'ValidateQuery',
      'VerifyEmailQuery',
      'WaitQuery',
    ]);
  });

  it.each(DTOS.map((dto) => [dto.name, dto] as const))(
    'accepts as %s exactly what class-validator accepts',
    async (_, dto) => {
      const seen = { accepted: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(objectsOf(dto), async (object) => {
          const expected = await classValidatorAccepts(dto, object);
          seen[expected ? 'accepted' : 'refused'] += 1;
          expect({ object, accepted: pipeAccepts(dto, object) }).toEqual({ object, accepted: expected });
        }),
        { numRuns: sized({ short: 40, full: 300 }) },
      );
      expect(seen.accepted).toBeGreaterThan(0);
      expect(seen.refused).toBeGreaterThan(0);
    },
  );

  it('counts every code point, variation selectors included, which class-validator would let grow without end', async () => {
    const heart = { password: '❤\ufe0f'.repeat(128), email: 'a@example.com', name: 'A' };
    expect(await classValidatorAccepts(auth.RegisterDto, heart)).toBe(true);
    expect(pipeAccepts(auth.RegisterDto, heart)).toBe(false);
  });

  it.each([
    ['null', null],
    ['an array', []],
    ['a text', 'text'],
    ['a number', 5],
    ['a boolean', false],
  ])('refuses %s as a body, also where every field may be left out', (_, body) => {
    expect(pipeAccepts(approvals.RejectDto, body)).toBe(false);
  });

  it('takes a body that was left out for an empty one', () => {
    expect(pipe.transform(undefined, asBody(approvals.RejectDto))).toEqual({});
    expect(() => pipe.transform(undefined, asBody(auth.LoginDto))).toThrow('email: is required; password: is required');
  });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    'refuses a member called %s',
    (name) => {
      expect(pipeAccepts(approvals.RejectDto, JSON.parse(`{"${name}":{"reason":"x"}}`))).toBe(false);
    },
  );

  it('reads whole numbers out of a query and fills in what was left out', () => {
    const query: ArgumentMetadata = { type: 'query', metatype: PageQuery };
    expect(pipe.transform({ limit: '7' }, query)).toEqual({ limit: 7 });
    expect(pipe.transform({ cursor: UUID }, query)).toEqual({ limit: 50, cursor: UUID });
  });

  it.each(['0', '201', '1.5', '', ' ', 'x', '-1', ['1', '2'], '1e999'])('refuses limit=%j in a query', (limit) => {
    expect(() => pipe.transform({ limit }, { type: 'query', metatype: PageQuery })).toThrow(DomainError);
  });
});
