import type { Page } from 'playwright-core';
import { browserProcessorMs } from './processor.ts';

/** Bytes of answers over the wire, compressed as the server sends them, with their headers. */
export interface Bytes {
  /** Pages, scripts, styles and pictures. */
  readonly files: number;
  /** The same, without headers and compression. */
  readonly unpacked: number;
  /** What scripts ask for. */
  readonly data: number;
}

/** A page that was loaded into an empty cache. */
export interface Load extends Bytes {
  /** From the navigation until the first control takes a click and the page has nothing else to do. */
  readonly interactiveMs: number;
  /** Processor time of the browser until then. */
  readonly processorMs: number;
}

/** @param control selects what a person uses first */
export async function loadOf(page: Page, url: string, control: string): Promise<Load> {
  const bytes = await countBytes(page);
  const processor = browserProcessorMs();
  await page.goto(url, { waitUntil: 'commit' });
  const interactiveMs = Number(await page.evaluate(untilInteractive(control)));
  const processorMs = browserProcessorMs() - processor;
  await page.waitForLoadState('networkidle');
  return { interactiveMs, processorMs, ...bytes() };
}

/** A script that resolves to the milliseconds since the navigation once the control, uncovered, could take a click. */
function untilInteractive(control: string): string {
  return `new Promise((done, fail) => {
    const look = () => {
      const found = document.querySelector(${JSON.stringify(control)});
      const { left, top, width, height } = found?.getBoundingClientRect() ?? {};
      if (width > 0 && found.contains(document.elementFromPoint(left + width / 2, top + height / 2))) {
        requestIdleCallback(() => done(performance.now()));
      } else if (performance.now() > 60_000) fail(new Error('the page did not become interactive'));
      else requestAnimationFrame(look);
    };
    look();
  })`;
}

/** What screens load, one after the other, that the first screen has not loaded. */
export async function bytesOfScreens(page: Page, first: string, screens: readonly string[]): Promise<Bytes> {
  await page.goto(first);
  await page.waitForLoadState('networkidle');
  const bytes = await countBytes(page);
  for (const screen of screens) {
    await page.goto(screen);
    await page.waitForLoadState('networkidle');
  }
  return bytes();
}

/** Counts from now on; what comes from the cache is nothing. */
async function countBytes(page: Page): Promise<() => Bytes> {
  let [files, unpacked, data] = [0, 0, 0];
  const [ofScripts, cached] = [new Set<string>(), new Set<string>()];
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  protocol.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  protocol.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.fromDiskCache === true) cached.add(requestId);
    if (['Fetch', 'XHR', 'EventSource'].includes(type)) ofScripts.add(requestId);
  });
  protocol.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (!cached.has(requestId) && !ofScripts.has(requestId)) unpacked += dataLength;
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return;
    if (ofScripts.has(requestId)) data += encodedDataLength;
    else files += encodedDataLength;
  });
  return () => ({ files, unpacked, data });
}
