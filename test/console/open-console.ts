import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import type { TestHost } from 'chronoscribe/testing';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type BrowserLog, browserLog } from './browser-log.ts';

const built = resolve(import.meta.dirname, '../../plugins/console/web/dist/index.html');

/** The browser of the system; the tests of the console are skipped, visibly, where there is none. */
export const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

/** What tests ask of pages from inside: functions that each file adds to the page's own. */
const pageScripts = ['focus', 'overflow']
  .map((name) => readFileSync(resolve(import.meta.dirname, `page-scripts/${name}.ts`), 'utf8'))
  .map((source) => `{${stripTypeScriptTypes(source)}}`)
  .join('\n');

const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
/** No name leads anywhere but that of this machine. */
const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** The console of a host, in a browser whose microphone is a generated tone, or plays a file. */
export interface TestConsole {
  readonly url: string;
  /** Opens a page in a profile of its own, signed in with the key of the host. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a path of the host in a profile of its own, signed in as nobody. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Names answers that are no faults in this test, as parts of `STATUS METHOD PATH`: a refusal that is shown, a host that
   * is away (status 0). Each must come.
   */
  expectAnswers: BrowserLog['expect'];
  expectErrors: BrowserLog['expectErrors'];
  /** Ends a test. @throws Error if a page logged an error, threw, asked another host, or had an unexpected answer */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/** What a walk may do otherwise than the others. */
export interface ConsoleOptions {
  /** A WAV file that the microphone plays. */
  readonly microphone?: string;
  /** Other origins that pages may ask, such as an identity provider. */
  readonly origins?: readonly string[];
}

/** @throws Error if `npm install` has not built the console */
export async function openConsole(
  host: Pick<TestHost, 'url' | 'key'>,
  { microphone, origins = [] }: ConsoleOptions = {},
): Promise<TestConsole> {
  if (!existsSync(built)) throw new Error(`There is no ${built}. Build the console: npm run build:console`);
  // Passkeys belong to a name; an address is none.
  const url = new URL('/console/', host.url.replace('127.0.0.1', 'localhost')).href;
  const sound = microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}`];
  const browser: Browser = await chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    args: ['--no-sandbox', '--disable-gpu', ...quiet, ...fakeMicrophone, ...sound, alone],
  });
  const log = browserLog([new URL(url).origin, ...origins]);
  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ locale: 'en-US', ...options });
    // For a machine that is busy with other work, as the bounds in `test/vitest.config.ts`.
    context.setDefaultTimeout(60_000);
    await context.addInitScript(pageScripts);
    log.watch(context);
    return context.newPage();
  };
  return {
    url,
    async open(path, options) {
      const page = await newPage(options);
      const session = new URL('/api/v1/session', url).href;
      await page.request.post(session, { data: { key: host.key }, headers: { origin: new URL(url).origin } });
      await page.goto(new URL(path, url).href);
      return page;
    },
    async visit(path, options) {
      const page = await newPage(options);
      await page.goto(new URL(path, url).href);
      return page;
    },
    expectAnswers: log.expect,
    expectErrors: log.expectErrors,
    async closePages() {
      for (const context of browser.contexts()) await context.close();
      log.verify();
    },
    close: () => browser.close(),
  };
}
