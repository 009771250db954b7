import { isBusy } from './unsaved-work.ts';

/** After so long without a touch, what the page asks by itself is no use of the session. */
const attendedMs = 60_000;
const lookEveryMs = 15_000;

let lastTouch = Date.now();
const watches = new Set<() => void>();

/** Whether somebody is at the screen, or it records. */
export function isAttended(): boolean {
  return isBusy() || Date.now() - lastTouch < attendedMs;
}

/**
 * Calls `onIdle` once nobody has touched the page for a time, by the clock on the wall: timers stand while the machine
 * sleeps, so it is also looked when the page is seen again, and before a touch counts. Returns what ends that.
 */
export function watchIdleness(idleMs: number, onIdle: () => void): () => void {
  const watch = (): void => {
    if (Date.now() - lastTouch >= idleMs) onIdle();
  };
  watches.add(watch);
  return () => watches.delete(watch);
}

function look(): void {
  for (const watch of watches) watch();
}

function touched(): void {
  look();
  lastTouch = Date.now();
}

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(type, touched, { capture: true, passive: true });
}
for (const type of ['pageshow', 'focus', 'online']) addEventListener(type, look);
document.addEventListener('visibilitychange', look);
setInterval(look, lookEveryMs);
