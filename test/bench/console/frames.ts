import type { Page } from 'playwright-core';
import { browserProcessorMs } from './processor.ts';

/** How smoothly a page was drawn. */
export interface Frames {
  readonly perSecond: number;
  /** Processor time of the browser for each frame. */
  readonly processorMs: number;
}

/** The frames that a page draws during a gesture. */
export async function framesDuring(page: Page, gesture: () => Promise<void>): Promise<Frames> {
  await page.evaluate(`{
    let frames = 0;
    let counting = true;
    const count = () => { frames += 1; if (counting) requestAnimationFrame(count); };
    requestAnimationFrame(count);
    globalThis.endCount = () => { counting = false; return frames; };
  }`);
  const [processor, begun] = [browserProcessorMs(), performance.now()];
  await gesture();
  const frames = Number(await page.evaluate('endCount()'));
  const [spent, seconds] = [browserProcessorMs() - processor, (performance.now() - begun) / 1000];
  return { perSecond: frames / seconds, processorMs: spent / frames };
}

const moves = 240;

/** What a person does to the axis of a timeline: nothing, and gestures of the mouse. */
export async function axisGestures(page: Page): Promise<Readonly<Record<string, () => Promise<void>>>> {
  const box = await page.getByTestId('axis').boundingBox();
  if (box === null) throw new Error('the axis is not on the screen');
  const [middle, y] = [box.x + box.width / 2, box.y + 100];
  const pan = async () => {
    await page.mouse.move(middle, y);
    await page.mouse.down();
    // To and fro, 200 pixels to each side.
    for (let move = 0; move < moves; move += 1)
      await page.mouse.move(middle + Math.abs(((move * 4) % 800) - 400) - 200, y);
    await page.mouse.up();
  };
  return {
    nothing: () => page.waitForTimeout(2000),
    'pans all of them': pan,
    'zooms in and out': async () => {
      await page.mouse.move(middle, y);
      for (let move = 0; move < moves; move += 1) await page.mouse.wheel(0, move % 120 < 60 ? -60 : 60);
    },
    'pans a part of them': async () => {
      await page.mouse.wheel(0, -1500);
      await pan();
    },
  };
}
