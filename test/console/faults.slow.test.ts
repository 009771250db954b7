import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

describe.skipIf(browserPath === undefined)('a form that is sent too early', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
    return async () => {
      await screens.close();
      await host.stop();
    };
  });
  afterEach(() => screens.closePages());

  test.each([
    ['en-US', 'Sign in', 'E-mail address', 'Fill this in.', /^Write an e-mail address/],
    ['de-DE', 'Anmelden', 'E-Mail-Adresse', 'Bitte ausfüllen.', /^Schreiben Sie eine E-Mail-Adresse/],
  ])(
    'says what is wrong at each field, in the language of the page: %s',
    async (locale, send, label, missing, wrong) => {
      const page = await screens.visit('sign-in', { locale });
      await page.getByRole('button', { name: send, exact: true }).click();
      await expect.poll(() => page.getByText(missing).count()).toBe(2);
      const email = page.getByRole('textbox', { name: label });
      // The browser's own bubble is for fields whose fault nobody has handled.
      expect(await page.locator(':focus').getAttribute('type')).toBe('email');
      expect(await email.getAttribute('aria-invalid')).toBe('true');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await email.fill('ada');
      expect(await page.getByText(missing).count()).toBe(1);
      await email.press('Enter');
      await page.getByText(wrong).waitFor();
      await email.fill('ada@practice.example');
      expect(await email.getAttribute('aria-invalid')).toBeNull();
    },
  );
});
