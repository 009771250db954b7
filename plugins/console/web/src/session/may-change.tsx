import type { ReactNode } from 'react';
import { useSession } from './session.ts';

type Changed = 'clinical' | 'time';

/** Whether who is signed in may change what a scope opens: a viewer only reads. */
export function useMayChange(scope: Changed): boolean {
  const { scopes, read_only } = useSession();
  return scopes.includes(scope) && !read_only.includes(scope);
}

/** Offers what changes something to those who may. */
export function MayChange({ scope, children }: { readonly scope: Changed; readonly children: ReactNode }) {
  return useMayChange(scope) && children;
}
