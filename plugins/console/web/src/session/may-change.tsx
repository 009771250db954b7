import type { ReactNode } from 'react';
import { useSession } from './session.ts';

const changers = { clinical: ['admin', 'clinician'], time: ['admin', 'clinician', 'developer'] } as const;
type Changed = keyof typeof changers;

/** Whether who is signed in may change what a scope opens: a viewer only reads. A key changes all that it opens. */
export function useMayChange(scope: Changed): boolean {
  const { person, roles, scopes } = useSession();
  return person === null ? scopes.includes(scope) : changers[scope].some((role) => roles.includes(role));
}

/** Offers what changes something to those who may. */
export function MayChange({ scope, children }: { readonly scope: Changed; readonly children: ReactNode }) {
  return useMayChange(scope) && children;
}
