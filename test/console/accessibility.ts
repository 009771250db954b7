import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe-core finds on a page against WCAG 2.2 AA, and the elements. */
export async function violations(page: Page): Promise<readonly string[]> {
  // A dialog that is still fading in has no contrast yet.
  const fading = 'document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).length';
  await expect.poll(() => page.evaluate(fading)).toBe(0);
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((result) => result.violations)`,
  );
  return Violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** What axe-core finds in both schemes of colours. */
export async function violationsInBothSchemes(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page hears of the new scheme a little later, and colours then fade from one to the other.
    await expect.poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe(colorScheme);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
    found.push(...(await violations(page)).map((each) => `${colorScheme}: ${each}`));
  }
  return found;
}

/**
 * What cannot be seen without scrolling to the side, or is cut off, at the width of the page (WCAG 2.2, 1.4.10): elements
 * with a text of their own. What scrolls by itself, as tables and axes do, may be wider, and what is cut on purpose shows
 * an ellipsis.
 */
export async function overflowing(page: Page): Promise<readonly string[]> {
  return z.array(z.string()).parse(await page.evaluate('overflowing()'));
}
