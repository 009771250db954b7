import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';

/** How somebody uses a page: with the mouse, or by keys alone. The same walk runs with either. */
export interface Hand {
  readonly kind: 'mouse' | 'keys';
  /** Presses a button, link, tab, menu item, option or radio button. */
  press(target: Locator): Promise<void>;
  /** Writes into a field, in place of what is there. */
  write(target: Locator, text: string): Promise<void>;
  /** Is called where a step has brought about something that no screen shows at first. */
  look(page: Page): Promise<void>;
}

export const mouse: Hand = {
  kind: 'mouse',
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  look: async () => undefined,
};

/** Longer ways through a page than this are a fault. */
const mostKeys = 120;

/**
 * Keys alone. Each stop must be seen to have the focus, and nothing that is pressed may lose it.
 *
 * @param faults is told where that is not so
 * @throws Error if a target cannot be reached
 */
export const keys = (faults: string[]): Hand => ({
  kind: 'keys',
  async press(target) {
    const role = await reach(target, faults);
    const page = target.page();
    await page.keyboard.press(role === 'checkbox' || role === 'radio' ? 'Space' : 'Enter');
    // A button that works has no focus for that long. A new document begins without, also while it is loaded.
    const lost = () =>
      page.evaluate('"lastStop" in window && document.activeElement === document.body').catch(() => false);
    let isLost = await lost();
    for (let looked = 0; looked < 200 && isLost; looked += 1) {
      await setTimeout(100);
      isLost = await lost();
    }
    if (isLost) faults.push(`the focus is lost by pressing ${target} at ${page.url()}`);
  },
  async write(target, text) {
    const role = await reach(target, faults);
    const { keyboard } = target.page();
    if (role === 'datetime-local') return writeInstant(target, text);
    await keyboard.press('ControlOrMeta+a');
    if (text === '') await keyboard.press('Delete');
    else await keyboard.type(text);
  },
  look: async () => undefined,
});

/** Month, day, year, hour, minute and second, as Chromium takes them in English. A year of four digits waits for more. */
async function writeInstant(target: Locator, text: string): Promise<void> {
  const { keyboard } = target.page();
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = text.split(/\D/);
  // The focus may be in any part of the field: the first one is as far to the left as can be.
  for (let part = 0; part < 7; part += 1) await keyboard.press('ArrowLeft');
  await keyboard.type(month + day + year);
  await keyboard.press('ArrowRight');
  await keyboard.type(String(Number(hour) % 12 || 12).padStart(2, '0') + minute + second);
  await keyboard.type(Number(hour) < 12 ? 'AM' : 'PM');
}

/** Of the page, see `page-scripts/focus.ts`. */
declare function lookAround(target: unknown): unknown;

const Stop = z.object({
  /** Of the target: its role, or the type of an input. */
  role: z.string(),
  isTarget: z.boolean(),
  /** Comes nearer to the target. */
  key: z.string(),
  /** What is wrong with the stop before, or with this one. */
  fault: z.string().optional(),
});

/** Moves the focus to an element. @returns its role, or the type of an input */
async function reach(target: Locator, faults: string[]): Promise<string> {
  const page = target.page();
  await target.waitFor();
  for (let pressed = 0; pressed <= mostKeys; pressed += 1) {
    const stop = Stop.parse(await target.evaluate((element) => lookAround(element)));
    if (stop.fault !== undefined) faults.push(`${stop.fault} at ${page.url()}`);
    if (stop.isTarget) return stop.role;
    await page.keyboard.press(stop.key);
  }
  throw new Error(`no key leads to ${target}`);
}
