import { useEffect } from 'react';

/** After so long without a touch, what the page asks by itself is no use of the session. */
const attendedMs = 60_000;
const lookEveryMs = 15_000;
/** Moves of the mouse are written down no more often than this. */
const writeEveryMs = 1000;

/** The last touch of any tab, in milliseconds since 1970: they share one session, so they are idle together. */
const key = 'chronoscribe-last-touch';
const lastTouch = (): number => Number(localStorage.getItem(key));
const watches = new Set<() => void>();

/** Whether somebody is at the screen, or it records. */
export function isAttended(): boolean {
  return isBusy() || Date.now() - lastTouch() < attendedMs;
}

/**
 * Calls `onIdle` once nobody has touched a tab for a time while none records, by the clock on the wall: timers stand while
 * the machine sleeps, so it is also looked when the page is seen again, and before a touch counts. Returns what ends that.
 */
export function watchIdleness(idleMs: number, onIdle: () => void): () => void {
  const watch = async () => {
    if (Date.now() - lastTouch() >= idleMs && !(await isBusyAnywhere()) && watches.has(watch)) onIdle();
  };
  watches.add(watch);
  return () => watches.delete(watch);
}

function look(): void {
  for (const watch of watches) watch();
}

function touched(): void {
  look();
  if (Math.abs(Date.now() - lastTouch()) >= writeEveryMs) localStorage.setItem(key, String(Date.now()));
}

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(type, touched, { capture: true, passive: true });
}
for (const type of ['pageshow', 'focus', 'online']) addEventListener(type, look);
document.addEventListener('visibilitychange', look);
setInterval(look, lookEveryMs);
// Who opens a page is at the screen; a page that is opened while another is idle waits for nobody's lock.
touched();

const busy = new Set<object>();
const unsaved = new Set<object>();

/** A lock of the browser, held by each tab that is busy. */
const busyLock = 'chronoscribe-busy';

/** Holds a lock of the browser that tabs hold together. Returns what gives it back. */
export function holdLock(name: string): () => void {
  const ended = Promise.withResolvers<void>();
  // Only a secure page has locks, and only such a page records.
  void navigator.locks?.request(name, { mode: 'shared' }, () => ended.promise);
  return ended.resolve;
}

/** Marks the page as busy, such as with a recording, so that the session is kept. Returns what ends that. */
export function markBusy(): () => void {
  const ends = [add(busy), holdLock(busyLock)];
  return () => {
    for (const end of ends) end();
  };
}

/** Has the browser ask before the page is closed while something is not saved. */
export function useMarkUnsaved(active: boolean): void {
  useEffect(() => (active ? add(unsaved) : undefined), [active]);
}

export function isBusy(): boolean {
  return busy.size > 0;
}

/** Whether this tab or another one is busy. */
async function isBusyAnywhere(): Promise<boolean> {
  return isBusy() || (await navigator.locks?.query())?.held?.some(({ name }) => name === busyLock) === true;
}

/** Resolves once no tab is busy, and none holds another lock. */
export async function whenNotBusy(lock: string, signal: AbortSignal): Promise<void> {
  for (const name of [busyLock, lock]) await navigator.locks?.request(name, { signal }, () => undefined);
}

function add(set: Set<object>): () => void {
  const member = {};
  set.add(member);
  return () => {
    set.delete(member);
  };
}

addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0 || busy.size > 0) event.preventDefault();
});
