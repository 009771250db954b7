import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import axe from 'axe-core';
import type { TestHost } from 'chronoscribe/testing';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { z } from 'zod';

const built = resolve(import.meta.dirname, '../../plugins/console/web/dist/index.html');

/** The browser of the system; the tests of the console are skipped, visibly, where there is none. */
export const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];

/** The console of a host, in a browser whose microphone is a generated tone. */
export interface TestConsole {
  readonly url: string;
  /** Opens a page in a profile of its own, signed in with the key of the host. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a path of the host in a profile of its own, signed in as nobody. */
  visit(path: string): Promise<Page>;
  close(): Promise<void>;
}

/** @throws Error if `npm install` has not built the console */
export async function openConsole(host: Pick<TestHost, 'url' | 'key'>): Promise<TestConsole> {
  if (!existsSync(built)) throw new Error(`There is no ${built}. Build the console: npm run build:console`);
  // Passkeys belong to a name; an address is none.
  const url = new URL('/console/', host.url.replace('127.0.0.1', 'localhost')).href;
  const browser: Browser = await chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    args: ['--no-sandbox', ...quiet, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });
  return {
    url,
    async open(path, options = {}) {
      const page = await newPage(browser, options);
      const session = new URL('/api/v1/session', url).href;
      await page.request.post(session, { data: { key: host.key }, headers: { origin: new URL(url).origin } });
      await page.goto(new URL(path, url).href);
      return page;
    },
    async visit(path) {
      const page = await newPage(browser);
      await page.goto(new URL(path, url).href);
      return page;
    },
    close: () => browser.close(),
  };
}

async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  context.setDefaultTimeout(20_000);
  return context.newPage();
}

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe-core finds on a page against WCAG 2.2 AA, and the elements. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((result) => result.violations)`,
  );
  return Violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
