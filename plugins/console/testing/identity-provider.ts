import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { TestBrowser } from './browser.ts';

/** A real OpenID provider on this machine, where everybody signs in by naming themselves. */
export interface TestIdentityProvider {
  readonly issuer: string;
  readonly settings: object;
  /** The claims of each account, by its id. */
  readonly accounts: Map<string, Readonly<Record<string, unknown>>>;
  /** How each account signs in, by its id: the claim `amr` of its ID tokens. */
  readonly amr: Map<string, readonly string[]>;
  /** Says who signs in next, in a browser that comes by itself. */
  next(account: string): void;
  /** Follows the redirects of the provider as a browser would. @returns the address of the host that it comes back to */
  signIn(authorizationUrl: string, account: string): Promise<URL>;
  stop(): Promise<void>;
}

const clientSecret = 'a-secret-for-tests-of-the-console';

/** @param redirectUri where the host takes browsers back */
export async function startIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const accounts = new Map<string, Readonly<Record<string, unknown>>>();
  const amr = new Map<string, readonly string[]>();
  /** Who signs in next. */
  let next = '';
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'chronoscribe', client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a-key-for-tests'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        ...{ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' },
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response);
    void provider.interactionFinished(request, response, {
      login: { accountId: next, amr: [...(amr.get(next) ?? [])] },
    });
  });

  return {
    issuer,
    settings: { issuer, clientId: 'chronoscribe', clientSecret, name: 'Practice ID' },
    accounts,
    amr,
    next(account) {
      next = account;
    },
    async signIn(authorizationUrl, account) {
      next = account;
      const cookies = new Map<string, string>();
      for (let url = new URL(authorizationUrl); ; ) {
        if (url.origin !== issuer) return url;
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const each of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider has stopped at ${url}: ${await answer.text()}`);
        url = new URL(location, url);
      }
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Begins a sign-in in a browser. @returns the address of the provider */
export async function beginSignIn(browser: TestBrowser, returnTo = '/console/visits/3'): Promise<string> {
  const path = `/api/v1/session/oidc/start?return_to=${encodeURIComponent(returnTo)}`;
  const { headers } = await browser.call('GET', path, { headers: { 'sec-fetch-site': 'none' } });
  return headers.get('location') ?? '';
}
