import type { Page } from 'playwright-core';
import { z } from 'zod';

const text = 'The patient says that the pain is worse in the morning and better after a walk. '.repeat(3);

/**
 * Types into the field that has the focus.
 *
 * @returns for each key, the milliseconds from the key to the frame after it
 */
export async function keyLatencies(page: Page): Promise<readonly number[]> {
  await page.evaluate(`{
    globalThis.latencies = [];
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => latencies.push(performance.now() - timeStamp)));
    }, true);
  }`);
  // About 25 keys a second: faster than anybody types.
  await page.keyboard.type(text, { delay: 40 });
  // A frame after the last key, and what waits behind that frame.
  const latencies = await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(() => done(latencies)))))',
  );
  return z.array(z.number()).length(text.length).parse(latencies);
}
