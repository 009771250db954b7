import { lazy, Suspense, useRef } from 'react';
import { useConfirmationAsked } from '../shared/session-gate.ts';

const ConfirmBox = lazy(async () => ({ default: (await import('./confirm-form.tsx')).ConfirmBox }));

/**
 * Asks for a proof that it is the person who is signed in, before something is changed that gives access. The request
 * that needs it is sent again afterwards.
 */
export function ConfirmDialog() {
  const asked = useConfirmationAsked();
  const wasAsked = useRef(false);
  wasAsked.current ||= asked;
  return <Suspense>{wasAsked.current && <ConfirmBox asked={asked} />}</Suspense>;
}
