import { Problem, type Route, route } from 'chronoscribe';
import { type ProtocolCall, protocolRoute } from 'chronoscribe/host';
import { z } from 'zod';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { provenPerson } from '../people/prove.ts';
import type { Person, PersonRegistry } from '../people/registry.ts';
import type { PeopleServices } from '../people/routes.ts';
import { cookie, cookieValue } from '../sessions/cookie.ts';
import { requireSession } from '../sessions/current.ts';
import { originOf } from '../sessions/origin.ts';
import type { Role } from '../sessions/roles.ts';
import { SessionShape } from '../sessions/shapes.ts';
import { openSession, type Proven, refusedSignIn, type SignInCall, signIn } from '../sessions/sign-in.ts';
import type { BegunSignIns, PendingSignIn, PendingSignIns } from './begun.ts';
import { hasSecondFactor, type OidcClaims, verifiedEmail } from './claims.ts';
import type { OidcClient } from './client.ts';
import type { OidcSettings } from './settings.ts';

const start = '/api/v1/session/oidc/start';
const callback = '/api/v1/session/oidc/callback';
const code = '/api/v1/session/oidc/code';
const signInPage = '/console/sign-in';

interface OidcServices extends PeopleServices {
  readonly settings: OidcSettings;
  readonly client: OidcClient;
  readonly begun: BegunSignIns;
  readonly pending: PendingSignIns;
  readonly passkeys: Passkeys;
  /** The account of people whom the provider's groups bring in. */
  readonly account: string;
}

/**
 * Signing in by an identity provider (OpenID Connect, authorization code with PKCE). The browser is sent there and
 * comes back; whatever goes wrong, it comes to the page to sign in, with a code of the error.
 */
export function oidcRoutes(services: OidcServices): readonly Route[] {
  return [
    protocolRoute({
      method: 'GET',
      path: start,
      summary: 'Sign in by the identity provider: goes there, with `return_to` as the page to come back to',
      description:
        'With `again=true`, in a session: the provider asks anew who it is, and the session is confirmed as by `POST /api/v1/session/confirm`. Where the person must sign in here first, or send a code, the browser comes to the page to sign in, with `pending=link` or `pending=code`.',
      status: 302,
      serve: (call) => orToSignIn(call, () => begin(services, call)),
    }),
    route({
      method: 'POST',
      path: code,
      summary: 'Send the code of the authenticator, for a sign-in by the identity provider that waits for it',
      request: z.object({ code: z.string().min(1).max(20).describe('That the authenticator shows now') }),
      response: SessionShape,
      problems: ['oidc-expired', 'cross-site-request', 'insecure-connection'],
      handle: ({ input, ...call }) => finishByCode(services, input.code, call),
    }),
    protocolRoute({
      method: 'GET',
      path: callback,
      summary: 'Come back from the identity provider',
      status: 302,
      serve: (call) => orToSignIn(call, () => finish(services, call)),
    }),
  ];
}

async function begin(
  { client, begun, limit, sessions }: OidcServices,
  { request, address }: ProtocolCall,
): Promise<Response> {
  const { headers } = request;
  await limit.challenge({ headers, address });
  const query = new URL(request.url).searchParams;
  const asked = query.get('return_to') ?? '';
  const isAgain = query.get('again') === 'true';
  const person = isAgain ? ((await requireSession(sessions, request)).identity.person ?? null) : null;
  const { url, secrets } = await client.begin(`${originOf(headers)}${callback}`, isAgain).catch((cause: unknown) => {
    throw new Problem('oidc-unavailable', { status: 502, detail: 'The identity provider does not answer.', cause });
  });
  const browser = await begun.keep(secrets, pageOf(asked), person);
  return redirect(url, [cookie(headers, 'oidc', browser)]);
}

async function finish(services: OidcServices, { request, address, auditId }: ProtocolCall): Promise<Response> {
  const { client, begun, sessions, settings, pending } = services;
  const { headers, url } = request;
  const returned = new URL(new URL(url).pathname + new URL(url).search, originOf(headers));
  const cookies = [cookie(headers, 'oidc')];
  let returnTo = '/console/';
  const call = { headers, address, auditId, setHeader: (_name: string, value: string) => void cookies.push(value) };
  // The state, bound to the browser by its cookie, proves that this browser began: the request comes from another site.
  let waiting: PendingSignIn | undefined;
  const opened = openSession(services, call, {
    action: `GET ${callback}`,
    prove: async () => {
      const state = returned.searchParams.get('state') ?? '';
      const taken = await begun.take(state, cookieValue(headers, 'oidc') ?? '');
      if (taken === undefined) {
        throw new Problem('oidc-expired', {
          status: 403,
          detail: 'This sign-in was not begun here, or has expired.',
        });
      }
      returnTo = taken.returnTo;
      const isAgain = taken.person !== null;
      const claims = await client.finish(returned, taken.secrets, isAgain).catch((cause: unknown) => {
        throw new Problem('oidc-refused', { status: 403, detail: 'The identity provider signed nobody in.', cause });
      });
      const { person, waitsFor } = await personOfClaims(services, claims);
      if (isAgain && taken.person !== person.id) {
        throw new Problem('oidc-other-person', {
          status: 403,
          detail: 'Somebody else has signed in at the identity provider than is signed in here.',
        });
      }
      // When it was there; long ago, if the provider does not say: then the session is confirmed later.
      const provenAt = Math.min(sessions.now(), (claims.auth_time ?? 0) * 1000);
      if (waitsFor === 'nothing') return { ...provenPerson(person), provenAt };
      const { issuer } = settings;
      waiting = { account: person.account, person: person.id, waitsFor, issuer, subject: claims.sub, provenAt };
      throw new Problem('oidc-incomplete', { status: 401, detail: 'The person must prove its identity here too.' });
    },
  });
  // Refused in the audit log until it is complete.
  await opened.catch((thrown: unknown) => {
    if (waiting === undefined) throw thrown;
  });
  if (waiting === undefined) return redirect(returnTo, cookies);
  cookies.push(cookie(headers, 'pending', await pending.keep(waiting)));
  const query = new URLSearchParams({ pending: waiting.waitsFor, return_to: returnTo.replace(/^\/console/, '') });
  return redirect(`${signInPage}?${query}`, cookies);
}

async function finishByCode(services: OidcServices, typed: string, call: SignInCall) {
  const { pending, people, totp } = services;
  const secret = cookieValue(call.headers, 'pending') ?? '';
  const found = await pending.find(secret);
  const person = found?.waitsFor === 'code' ? await people.find(found.person) : undefined;
  return signIn(services, call, {
    action: `POST ${code}`,
    target: person && { email: person.email, person: person.id },
    async prove(): Promise<Proven> {
      if (found === undefined || person === undefined || person.disabled) throw expired();
      if (!(await totp.use(person, typed))) {
        throw refusedSignIn('invalid-credentials', 'The code is wrong, or was used before.', 'code');
      }
      if (!(await pending.take(secret))) throw expired();
      call.setHeader('set-cookie', cookie(call.headers, 'pending'));
      return { ...provenPerson(person), provenAt: found.provenAt };
    },
  });
}

/**
 * Links who has signed in with a password or a passkey with the identity of the provider that waits in this browser for
 * that very person.
 */
export async function finishLink(
  { people, pending, audit }: Pick<OidcServices, 'people' | 'pending' | 'audit'>,
  { owner, account, name }: Proven,
  { headers, setHeader, address, auditId: request }: SignInCall,
): Promise<void> {
  const secret = cookieValue(headers, 'pending');
  const found = secret === undefined ? undefined : await pending.find(secret);
  if (secret === undefined || found?.waitsFor !== 'link' || found.person !== owner) return;
  setHeader('set-cookie', cookie(headers, 'pending'));
  if (!(await pending.take(secret))) return;
  await linkPerson(people, owner, found.issuer, found.subject);
  const person = { person: owner, by: name ?? owner };
  await audit.record({
    ...{ account, key: null, ...person, address, request, record: owner, outcome: 200 },
    action: 'link with the identity provider',
  });
}

function expired(): Problem {
  return new Problem('oidc-expired', {
    status: 403,
    detail: 'No sign-in of this browser waits for a code, or it has expired. Begin again.',
  });
}

/** Answers with the page to sign in if `work` throws a problem. */
async function orToSignIn({ log }: ProtocolCall, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    const { code, cause, status } = Problem.of(thrown);
    if (code === 'internal') throw thrown;
    // By its name alone: what a provider answers may hold tokens.
    const reason = cause instanceof Error ? ('code' in cause ? cause.code : cause.name) : undefined;
    log.warn({ problem: code, status, reason }, 'a sign-in by the identity provider was refused');
    return redirect(`${signInPage}?error=${encodeURIComponent(code)}`);
  }
}

/** A page of the console; of any other address, its first one. */
function pageOf(asked: string): string {
  return /^\/console\/[\w./?=&%~+-]*$/.test(asked) && !asked.includes('//') ? asked : '/console/';
}

function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const each of cookies) headers.append('set-cookie', each);
  return new Response(null, { status: 302, headers });
}

/** Whom a provider's claims stand for, and what the person must do here before it is signed in. */
interface ClaimedPerson {
  readonly person: Person;
  readonly waitsFor: 'nothing' | 'link' | 'code';
}

/**
 * The person whom a provider's claims stand for: somebody who was invited with this e-mail address, or whose groups have
 * roles here, and then is added to the account. From the first sign-in on, the person is known by the provider's own id
 * (`sub`), which is not given to anybody else. Who has a password or a passkey signs in with it first (`link`); who has
 * an authenticator sends a code, unless the provider has asked for a second factor.
 *
 * @throws Problem `not-invited` (403)
 */
async function personOfClaims(
  { people, passkeys, settings, account }: OidcServices,
  claims: OidcClaims,
): Promise<ClaimedPerson> {
  const { issuer } = settings;
  const email = verifiedEmail(claims, settings);
  const known = await people.findBySubject(issuer, claims.sub);
  const person = known ?? (email === undefined ? undefined : await people.findByEmail(email));
  if (person?.disabled || (person !== undefined && person !== known && person.oidc !== null)) throw notInvited();
  const mapped = rolesOfClaims(settings, claims);

  if (person === undefined) {
    if (mapped.length === 0 || email === undefined) throw notInvited();
    const added = await people.add({ account, email, name: claims.name ?? email, roles: [...mapped] });
    const oidc = { issuer, subject: claims.sub, isManaged: true };
    return { person: await linked(people, added, oidc), waitsFor: 'nothing' };
  }
  const hasOwnFactor = person.password !== null || (await passkeys.list(person.id)).length > 0;
  if (known === undefined && hasOwnFactor) return { person, waitsFor: 'link' };
  const isManaged = person.oidc?.isManaged ?? false;
  const oidc = { issuer, subject: claims.sub, isManaged };
  // Whom the provider has given the roles, it can take them from.
  const decidesOnOperators = Object.values(settings.roles).flat().includes('operator');
  const updated = isManaged
    ? await people.assign(person.id, { account, roles: mapped, decidesOnOperators, oidc })
    : await linked(people, person, oidc);
  if (updated === undefined) throw notInvited();
  const needsCode = updated.totp?.confirmed === true && !hasSecondFactor(claims);
  return { person: updated, waitsFor: needsCode ? 'code' : 'nothing' };
}

/** Links a person with what a provider calls it. @throws Problem `not-invited` if another one is linked with it */
async function linkPerson(people: PersonRegistry, id: string, issuer: string, subject: string): Promise<void> {
  const other = await people.findBySubject(issuer, subject);
  if (other !== undefined && other.id !== id) throw notInvited();
  const updated = await people.update(id, ({ oidc }) =>
    oidc === null ? { oidc: { issuer, subject, isManaged: false } } : {},
  );
  if (updated?.oidc?.issuer !== issuer || updated.oidc.subject !== subject) throw notInvited();
}

async function linked(people: PersonRegistry, person: Person, oidc: NonNullable<Person['oidc']>): Promise<Person> {
  const updated = await people.update(person.id, () => ({ oidc }));
  if (updated === undefined) throw notInvited();
  return updated;
}

function rolesOfClaims({ roleClaim, roles }: OidcSettings, claims: OidcClaims): readonly Role[] {
  const values = roleClaim === undefined ? [] : [claims[roleClaim]].flat();
  const named = values.filter((value) => typeof value === 'string').filter((value) => Object.hasOwn(roles, value));
  return [...new Set(named.flatMap((value) => roles[value] ?? []))];
}

function notInvited(): Problem {
  return new Problem('not-invited', { status: 403, detail: 'Nobody was invited with this identity.' });
}
