import { Problem, type ProtocolCall, protocolRoute, type Route } from 'chronoscribe';
import { provenPerson } from '../people/prove.ts';
import type { PersonRegistry } from '../people/registry.ts';
import { cookie, cookieValue } from '../sessions/cookie.ts';
import { isLoopback, originOf } from '../sessions/origin.ts';
import { openSession, type SignInServices } from '../sessions/sign-in.ts';
import { limitSignIn } from '../sessions/sign-in-limit.ts';
import type { BegunSignIns } from './begun.ts';
import type { OidcClient } from './client.ts';
import { personOfClaims } from './person.ts';
import type { OidcSettings } from './settings.ts';

const start = '/api/v1/session/oidc/start';
const callback = '/api/v1/session/oidc/callback';
const signInPage = '/console/sign-in';

export interface OidcServices extends SignInServices {
  readonly people: PersonRegistry;
  readonly settings: OidcSettings;
  readonly client: OidcClient;
  readonly begun: BegunSignIns;
  /** The account of people whom the provider's groups bring in. */
  readonly account: string;
}

/**
 * Signing in by an identity provider (OpenID Connect, authorization code with PKCE). The browser is sent there and comes
 * back; whatever goes wrong, it comes to the page to sign in, with a code of the error.
 */
export function oidcRoutes(services: OidcServices): readonly Route[] {
  return [
    protocolRoute({
      method: 'GET',
      path: start,
      summary: 'Sign in by the identity provider: goes there, with `return_to` as the page to come back to',
      status: 302,
      serve: (call) => orToSignIn(call, () => begin(services, call)),
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

async function begin({ client, begun, cluster }: OidcServices, { request, address }: ProtocolCall): Promise<Response> {
  const { headers } = request;
  await limitSignIn(cluster, 'challenge', address);
  const asked = new URL(request.url).searchParams.get('return_to') ?? '';
  const { url, secrets } = await client.begin(`${originOf(headers)}${callback}`).catch((cause: unknown) => {
    throw new Problem('oidc-unavailable', { status: 502, detail: 'The identity provider does not answer.', cause });
  });
  const browser = await begun.keep(secrets, pageOf(asked));
  // Lax, because the browser comes back from another site.
  return redirect(url, [cookie(headers, cookieName(headers), browser, 'SameSite=Lax; Max-Age=600')]);
}

async function finish(services: OidcServices, { request, address, requestId }: ProtocolCall): Promise<Response> {
  const { client, begun, people, settings, account } = services;
  const { headers, url } = request;
  const returned = new URL(new URL(url).pathname + new URL(url).search, originOf(headers));
  const cookies = [cookie(headers, cookieName(headers), '', 'SameSite=Lax; Max-Age=0')];
  let returnTo = '/console/';
  // The state, bound to the browser by its cookie, proves that this browser began: the request comes from another site.
  await openSession(
    services,
    { headers, address, requestId, setHeader: (_name, value) => void cookies.push(value) },
    `GET ${callback}`,
    async () => {
      const state = returned.searchParams.get('state') ?? '';
      const taken = await begun.take(state, cookieValue(headers, cookieName(headers)) ?? '');
      if (taken === undefined) {
        throw new Problem('oidc-expired', { status: 403, detail: 'This sign-in was not begun here, or has expired.' });
      }
      returnTo = taken.returnTo;
      const claims = await client.finish(returned, taken.secrets).catch((cause: unknown) => {
        throw new Problem('oidc-refused', { status: 403, detail: 'The identity provider signed nobody in.', cause });
      });
      return provenPerson(await personOfClaims(people, settings, account, claims));
    },
  );
  return redirect(returnTo, cookies);
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

function cookieName(headers: Headers): string {
  return isLoopback(headers) ? 'chronoscribe-oidc' : '__Host-chronoscribe-oidc';
}

function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const each of cookies) headers.append('set-cookie', each);
  return new Response(null, { status: 302, headers });
}
