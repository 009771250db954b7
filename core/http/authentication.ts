import type { AccountRegistry, Caller } from '../accounts.ts';
import type { PluginAuth } from '../plugin.ts';
import { Problem } from '../problem.ts';

/**
 * Finds the caller by `Authorization: Bearer KEY` or `x-api-key: KEY`; either is accepted everywhere.
 *
 * @throws Problem `unauthorized` without a valid key; `forbidden` where the key lacks the scope.
 */
export async function authenticate(
  headers: Headers,
  scope: Exclude<PluginAuth, 'public'>,
  accounts: AccountRegistry,
): Promise<Caller> {
  const key = givenKey(headers);
  const caller = key === undefined ? undefined : await accounts.authenticate(key);
  if (caller === undefined) {
    throw new Problem('unauthorized', {
      detail: 'Send a valid API key as "Authorization: Bearer KEY" or as "x-api-key: KEY".',
    });
  }
  if (!caller.scopes.includes(scope)) {
    throw new Problem('forbidden', { detail: `This key lacks the scope "${scope}". Use a key that has it.` });
  }
  return caller;
}

function givenKey(headers: Headers): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key')?.trim();
}
