import type { ClientAuth, Configuration } from 'openid-client';
import { Claims, type OidcClaims, withUserInfo } from './claims.ts';
import type { OidcSettings } from './settings.ts';

/** What only the host and the provider know of a sign-in that has begun. */
export interface OidcSecrets {
  readonly state: string;
  /** In the ID token, which so belongs to this sign-in (OpenID Connect Core, 3.1.2.1). */
  readonly nonce: string;
  /** Proves that who redeems the code has asked for it (RFC 7636). */
  readonly verifier: string;
}

// Loaded when somebody signs in by a provider.
const library = () => import('openid-client');

const timeoutSeconds = 10;

/** How long ago somebody may have signed in again: the sign-in itself may take so long. */
const againWithinSeconds = 300;

export type OidcClient = ReturnType<typeof createOidcClient>;

/** The client of an identity provider. */
export function createOidcClient(settings: OidcSettings) {
  const { issuer, clientId, clientSecret, scope, roleClaim } = settings;
  let discovered: Promise<Configuration> | undefined;
  const discover = async (): Promise<Configuration> => {
    const { allowInsecureRequests, discovery } = await library();
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    const options = { execute, timeout: timeoutSeconds };
    return discovery(new URL(issuer), clientId, undefined, await clientAuth(clientSecret), options);
  };
  const configuration = (): Promise<Configuration> => {
    discovered ??= discover().catch((thrown: unknown) => {
      // The next sign-in asks again.
      discovered = undefined;
      throw thrown;
    });
    return discovered;
  };

  return {
    /**
     * Begins a sign-in. @returns the address to send the browser to @throws Error if the provider does not answer
     *
     * @param isAgain whether the provider must ask who it is, even if it knows
     */
    async begin(redirectUri: string, isAgain: boolean) {
      const oidc = await library();
      const secrets: OidcSecrets = {
        ...{ state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() },
      };
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: redirectUri, scope, state: secrets.state, nonce: secrets.nonce },
        ...{ code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier), code_challenge_method: 'S256' },
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, secrets };
    },

    /** Redeems the code in the address to which the browser came back. @throws Error if anything does not fit */
    async finish(returned: URL, { state, nonce, verifier }: OidcSecrets, isAgain: boolean): Promise<OidcClaims> {
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const config = await configuration();
      const tokens = await authorizationCodeGrant(config, returned, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        // With it the ID token must say when, and that must be now (OpenID Connect Core, 2).
        ...(isAgain && { maxAge: againWithinSeconds }),
      });
      const claims = Claims.parse(tokens.claims());
      const isWhole =
        claims.email !== undefined &&
        claims.email_verified !== undefined &&
        (roleClaim === undefined || claims[roleClaim] !== undefined);
      if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims;
      // Many providers tell it only there.
      return withUserInfo(claims, await fetchUserInfo(config, tokens.access_token, claims.sub));
    },
  };
}

/** Sends the secret as the provider takes it. */
async function clientAuth(secret: string | undefined): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await library();
  if (secret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...request) => {
    // RFC 8414, 2: basic if it says nothing.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}
