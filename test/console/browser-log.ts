import type { BrowserContext, ConsoleMessage, Request, Response } from 'playwright-core';

/** What the pages of a browser did that they should not have. */
export interface BrowserLog {
  /** Watches all pages of a context. */
  watch(context: BrowserContext): void;
  /**
   * Answers that the walk brings about, each as a part of `STATUS METHOD PATH`: a refusal that is to be shown, a host
   * that is away. `0` stands for no answer.
   */
  expect(...answers: readonly string[]): void;
  /** Parts of what pages log as errors because the walk brings it about, such as a faulty module of a plugin. */
  expectErrors(...parts: readonly string[]): void;
  /** @throws Error if a page logged an error, threw, asked another host, or had an answer that was not expected, or if one that was expected did not come */
  verify(): void;
}

/** @param origins what the pages may ask: the host, and an identity provider */
export function browserLog(origins: readonly string[]): BrowserLog {
  let faults: string[] = [];
  let refusals: string[] = [];
  let expected: string[] = [];
  let expectedErrors: string[] = [];
  const refuse = (status: number, request: Request) => {
    refusals.push(`${status} ${request.method()} ${pathOf(request.url())}`);
  };
  const asked = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) faults.push(`asked another host: ${request.url()}`);
  };
  const answered = (response: Response) => {
    if (response.status() >= 400) refuse(response.status(), response.request());
  };
  const failed = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left gives up what it was waiting for, and so does a query whose screen is left.
    if (reason !== 'net::ERR_ABORTED') refuse(0, request);
  };
  const logged = (message: ConsoleMessage) => {
    // Chromium logs refused and failed requests too, which are judged by their answers.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) faults.push(message.text());
  };
  return {
    watch(context) {
      context.on('request', asked);
      context.on('response', answered);
      context.on('requestfailed', failed);
      context.on('console', logged);
      context.on('weberror', (thrown) => faults.push(`${thrown.error().stack ?? thrown.error().message}`));
    },
    expect: (...answers) => void expected.push(...answers),
    expectErrors: (...parts) => void expectedErrors.push(...parts),
    verify() {
      const unexpected = refusals.filter((refusal) => !expected.some((each) => refusal.includes(each)));
      const missing = expected.filter((each) => !refusals.some((refusal) => refusal.includes(each)));
      const wrong = [
        ...faults.filter((fault) => !expectedErrors.some((part) => fault.includes(part))),
        ...expectedErrors
          .filter((part) => !faults.some((fault) => fault.includes(part)))
          .map((part) => `logged no error with ${part}, which the walk expects`),
        ...unexpected.map((each) => `was answered with ${each}`),
        ...missing.map((each) => `was not answered with ${each}, which the walk expects`),
      ];
      [faults, refusals, expected, expectedErrors] = [[], [], [], []];
      if (wrong.length > 0) throw new Error(`The pages\n  ${[...new Set(wrong)].join('\n  ')}`);
    },
  };
}

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname;
}
