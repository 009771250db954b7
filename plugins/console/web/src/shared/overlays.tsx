import type { modals } from '@mantine/modals';
import type { notifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { sharedValue } from './shared-value.ts';

export interface OverlayTools {
  readonly modals: typeof modals;
  readonly notifications: typeof notifications;
}

const wanted = sharedValue(false);
const ready = Promise.withResolvers<OverlayTools>();
const load = () => import('./overlay-hosts.tsx');
const Hosts = lazy(async () => ({ default: (await load()).OverlayHosts }));

/** What a dialog is shown in. */
export const LazyModal = lazy(async () => ({ default: (await load()).OpenedModal }));

/** Where questions and the messages in a corner are shown. No first screen needs them, so they are loaded later. */
export function Overlays() {
  return <Suspense>{wanted.use() && <Hosts onReady={ready.resolve} />}</Suspense>;
}

/** Whether anything was shown in them so far. */
export const hasOverlays = wanted.get;

/** Loads them, and gives what shows something in them. */
export function overlays(): Promise<OverlayTools> {
  wanted.set(true);
  return ready.promise;
}
