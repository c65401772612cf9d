import { existsSync, readFileSync } from 'node:fs';

/**
 * Guards that no pattern finds, by the part of the matrix that notices first: a text of one file and its replacement.
 */
const GUARDS = {
  nobodies: [
    ['src/auth/access/checked.ts', 'if (!identity) throw unauthenticated();', 'if (!identity) return identity;'],
    ['src/auth/browser/browser-requests.ts', "authorization.slice(0, 7).toLowerCase() === 'bearer '", 'authorization'],
    ['src/auth/browser/browser-requests.ts', "isOfBrowser(bearer) ? '' : bearer", 'bearer'],
    ['src/auth/browser/browser-requests.ts', 'kept !== null && isOfBrowser(kept)', 'kept !== null'],
    ['src/auth/browser/browser-tokens.ts', 'this.jwt.verify<', 'this.jwt.decode<'],
    ['src/auth/browser/browser-tokens.ts', 'typ !== type || ', ''],
    ['src/auth/keys/api-key.ts', 'if (checksum(text.slice(0, -8)) !== sum) return null;', ''],
    ['src/auth/keys/api-key.ts', 'timingSafeEqual(left, right)', 'true'],
    [
      'src/auth/tokens.ts',
      '{ ...ORIGIN, algorithms: [ALGORITHM] }',
      '{ issuer: ORIGIN.issuer, algorithms: [ALGORITHM] }',
    ],
    [
      'src/auth/tokens.ts',
      '{ ...ORIGIN, algorithms: [ALGORITHM] }',
      '{ audience: ORIGIN.audience, algorithms: [ALGORITHM] }',
    ],
    ['src/auth/tokens.ts', '{ ...ORIGIN, algorithms: [ALGORITHM] }', '{ ...ORIGIN }'],
    [
      'src/auth/tokens.ts',
      '{ ...ORIGIN, algorithms: [ALGORITHM] }',
      '{ ...ORIGIN, algorithms: [ALGORITHM], ignoreExpiration: true }',
    ],
    [
      'src/auth/tokens.ts',
      'this.jwt.verify<Record<string, unknown>>(token, ',
      'this.jwt.decode<Record<string, unknown>>(token, ',
    ],
    ['src/auth/tokens.ts', 'if (typ !== TYPE) return null;', ''],
    ['src/auth/tokens.ts', " || typeof exp !== 'number'", ''],
    ['src/auth/tokens.ts', "if (authKind !== 'USER' && authKind !== 'API_KEY') return null;", ''],
    ['src/auth/authentication.service.ts', "key?.status !== 'ACTIVE'", '!key'],
    ['src/auth/authentication.service.ts', '!proves(key)', 'false'],
    ['src/auth/authentication.service.ts', 'user?.tokenVersion !== tokenVersion', '!user'],
    ['src/auth/authentication.service.ts', "|| statusOf(token, user.tokenVersion, new Date()) !== 'ACTIVE'", ''],
    ['src/auth/personal-tokens/personal-token.ts', 'revokedAt !== null || ', ''],
    ['src/auth/personal-tokens/personal-token.ts', ' || tokenVersion !== current', ''],
    [
      'src/auth/authentication.service.ts',
      'if (sessionId && !(await useSession(',
      'if (!sessionId && !(await useSession(',
    ],
  ],
  known: [
    ['src/auth/access/principal.ts', 'RANK[plan] >= RANK[required]', 'true'],
    ['src/sessions/sessions.service.ts', 'caller.agentSlug !== null && caller.agentSlug !== wanted.agentId', 'false'],
    [
      'src/sessions/sessions.service.ts',
      'caller.agentSlug !== null && session.agentSlug !== caller.agentSlug',
      'false',
    ],
    ['src/auth/access/checked.ts', 'if (access.may && !isHeldBy(identity, access.may)) throw operatorRequired();', ''],
    ['src/auth/access/checked.ts', 'if (!isInScope(identity, scopes)) throw scopeMissing(scopes);', ''],
    ['src/auth/access/checked.ts', "method === 'GET' ? ['read'] : []", "['read']"],
    [
      'src/auth/access/checked.ts',
      'if (access.plan && !planCovers(identity.plan, access.plan)) throw planRequired(access.plan);',
      '',
    ],
    [
      'src/auth/access/access.hook.ts',
      'if (access.limit) await this.count(access.limit, null,',
      'if (false) await this.count(access.limit, null,',
    ],
    ['src/sessions/sessions.service.ts', "status === 'PAUSED'", 'false'],
    ['src/approvals/approval.view.ts', '(agentSlug === null || row.agent_slug === agentSlug)', 'true'],
    ['src/actions/precapture/precapture.service.ts', 'if (paused) throw', 'if (false) throw'],
  ],
  ids: [
    [
      'src/sessions/sessions.service.ts',
      '(caller.simulated !== null && session.simulated !== caller.simulated)',
      'false',
    ],
    ['src/sessions/sessions.service.ts', 'known && known.organizationId === caller.organizationId', 'known'],
    ['src/approvals/approval.view.ts', '(simulated === null || row.simulated === simulated)', 'true'],
    ['src/platform/http/input/validation.pipe.ts', 'if (!isId(value)) throw notFound(this.what);', ''],
  ],
  limits: [
    ['src/auth/access/access.hook.ts', 'if (hit.isBlocked) throw', 'if (false) throw'],
    [
      'src/auth/access/access.hook.ts',
      'if (access.limit) await this.count(access.limit, principal,',
      'if (principal && access.limit) await this.count(access.limit, principal,',
    ],
  ],
  changes: [
    [
      'src/auth/access/access.hook.ts',
      'return (await this.authentication.authenticateFresh(request.credential)) !== null;',
      'return true;',
    ],
    [
      'src/auth/access/access.hook.ts',
      ': this.authentication.authenticateFresh(credential))',
      ': this.authentication.authenticate(credential))',
    ],
    ['src/auth/authentication.service.ts', 'if (epoch === identity.epoch) return identity;', 'return identity;'],
    [
      'src/auth/authentication.service.ts',
      "if (attempted.result === 'stale') {",
      "if (attempted.result === 'stale' && !this.epochs) {",
    ],
    ['src/auth/organizations/epoch-cache.ts', 'kept?.epoch === epoch', 'kept'],
    ['src/actions/ledger/entry.ts', 'if (ask.isPaused)', 'if (false)'],
  ],
};

const all = () =>
  Object.entries(GUARDS).flatMap(([part, guards]) =>
    guards.map(([file, guard, instead]) => ({ part, file, guard, instead })),
  );

/** Lists the guards that the sources no longer hold, each as `file: text`. */
export const missingGuards = () =>
  all()
    .filter(({ file, guard }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(guard))
    .map(({ file, guard }) => `${file}: ${guard}`);

export function namedMutants() {
  const missing = missingGuards();
  if (missing.length > 0)
    throw new Error(`say in test/campaigns/guards/named.mjs what guards it now: ${missing.join('; ')}`);
  return all().map(mutant);
}

function mutant({ part, file, guard, instead }) {
  const text = readFileSync(file, 'utf8');
  const index = text.indexOf(guard);
  const mutated = text.slice(0, index) + instead + text.slice(index + guard.length);
  const line = text.slice(0, index).split('\n').length;
  return { kind: 'guard', part, file, line, what: `${guard} → ${instead || 'nothing'}`, at: guard, text: mutated };
}
