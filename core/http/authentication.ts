import type { AccountRegistry, Caller } from '../accounts/registry.ts';
import { Problem } from '../api/problem.ts';
import { mayCall, type PluginAuth } from '../api/route.ts';

/**
 * Finds the caller by `Authorization: Bearer KEY` or `x-api-key: KEY`; either is accepted everywhere.
 *
 * @throws Problem `unauthorized` without a valid key; `forbidden` where the key lacks the scope.
 */
export async function authenticate(
  headers: Headers,
  auth: Exclude<PluginAuth, 'public'>,
  accounts: AccountRegistry,
): Promise<Caller> {
  const key = givenKey(headers);
  const caller = key === undefined ? undefined : await accounts.authenticate(key);
  if (caller === undefined) {
    throw new Problem('unauthorized', {
      detail: 'Send a valid API key as "Authorization: Bearer KEY" or as "x-api-key: KEY".',
    });
  }
  if (!mayCall(caller.scopes, auth)) {
    throw new Problem('forbidden', { detail: `This key lacks the scope "${auth}". Use a key that has it.` });
  }
  return caller;
}

function givenKey(headers: Headers): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key')?.trim();
}
