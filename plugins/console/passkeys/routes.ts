import { type Route, route } from 'chronoscribe';
import { z } from 'zod';
import { currentPerson } from '../people/own-routes.ts';
import type { PeopleServices } from '../people/routes.ts';
import { refuseForeignSignIn, requireRelyingParty } from '../sessions/origin.ts';
import { isoTime, SessionShape } from '../sessions/shapes.ts';
import { signIn } from '../sessions/sign-in.ts';
import type { Passkeys } from './passkeys.ts';
import type { StoredPasskey } from './stored-passkey.ts';

const Options = z
  .looseObject({ challenge_id: z.string().describe('To send with the answer') })
  .describe('Options of WebAuthn as JSON, for `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`');
const Answer = z.object({
  challenge_id: z.string().max(100).describe('Of the options'),
  response: z.looseObject({}).describe('The credential of the browser, by its `toJSON`'),
});
const Passkey = z.object({
  id: z.string().describe('Of the passkey'),
  name: z.string().describe('The name that the person gave it'),
  created_at: z.string().describe('ISO 8601, UTC'),
  last_used_at: z.string().nullable().describe('ISO 8601, UTC; null if never'),
});

/** Signing in with a passkey, and the passkeys of who is signed in. */
export function passkeyRoutes(services: PeopleServices & { readonly passkeys: Passkeys }): readonly Route[] {
  const { sessions, people, passkeys, limit } = services;
  const current = currentPerson(people, sessions);
  const problems = ['passkeys-need-name', 'challenge-expired', 'cross-site-request'];
  return [
    route({
      method: 'POST',
      path: '/api/v1/session/passkey/options',
      summary: 'Ask for the options to sign in with a passkey',
      response: Options,
      problems,
      handle: async ({ headers, address }) => {
        refuseForeignSignIn(headers);
        await limit.challenge({ headers, address });
        return passkeys.signInOptions(requireRelyingParty(headers));
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/session/passkey',
      summary: 'Sign in with a passkey',
      request: Answer,
      response: SessionShape,
      problems: [...problems, 'insecure-connection', 'invalid-credentials'],
      handle: ({ input: { challenge_id: challengeId, response }, ...call }) =>
        signIn(services, call, {
          action: 'POST /api/v1/session/passkey',
          prove: async () => passkeys.prove(requireRelyingParty(call.headers), { challengeId, response }),
        }),
    }),
    route({
      method: 'GET',
      path: '/api/v1/passkeys',
      auth: 'session',
      summary: 'List your passkeys',
      response: z.object({ items: z.array(Passkey).describe('Oldest first') }),
      handle: async ({ headers }) => {
        const { person } = await current('GET', headers);
        return { items: (await passkeys.list(person.id)).map(passkeyView) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/passkeys/options',
      auth: 'session',
      confirm: true,
      summary: 'Ask for the options to make a passkey',
      response: Options,
      problems,
      handle: async ({ headers }) => {
        const { person } = await current('POST', headers);
        return passkeys.registrationOptions(person, requireRelyingParty(headers));
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/passkeys',
      auth: 'session',
      confirm: true,
      summary: 'Keep a passkey that was made',
      request: Answer.extend({
        name: z.string().trim().min(1).max(100).meta({ pattern: '\\S' }).describe('Your name for it'),
      }),
      response: Passkey,
      status: 201,
      problems: [...problems, 'passkey-refused'],
      recordOf: ({ id }) => id,
      handle: async ({ input: { challenge_id: challengeId, response, name }, headers }) => {
        const { person } = await current('POST', headers);
        const party = requireRelyingParty(headers);
        return passkeyView(await passkeys.register(person, party, { challengeId, response, name }));
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/passkeys/{id}',
      auth: 'session',
      confirm: true,
      summary: 'Remove one of your passkeys',
      response: z.null(),
      status: 204,
      problems: ['cross-site-request'],
      handle: async ({ path: { id }, headers }) => {
        const { person } = await current('DELETE', headers);
        await passkeys.remove(person.id, id);
        return null;
      },
    }),
  ];
}

function passkeyView({ id, name, createdAt, lastUsedAt }: StoredPasskey): z.output<typeof Passkey> {
  return { id, name, created_at: isoTime(createdAt), last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt) };
}
