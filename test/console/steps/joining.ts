import type { Page } from 'playwright-core';
import type { Hand } from '../hand.ts';

/** The first person follows the link that the host prints. */
export async function joinAsFirst(page: Page, hand: Hand): Promise<void> {
  await hand.write(page.getByLabel('Your name'), 'Dr. Ada Brandt');
  await hand.write(page.getByLabel('E-mail address'), 'ada@practice.example');
  await hand.write(page.getByLabel('New password'), 'correct horse battery');
  await hand.press(page.getByRole('button', { name: 'Create the account' }));
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}

/** The device of a person who is present, as a tab has it. */
interface Authenticator {
  /** Gives the same device, with its passkeys, to another tab. The first one may be closed then. */
  handOver(page: Page): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const attach = async (tab: Page) => {
    const devtools = await tab.context().newCDPSession(tab);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return { devtools, authenticatorId };
  };
  const { devtools, authenticatorId } = await attach(page);
  return {
    async handOver(tab) {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      const other = await attach(tab);
      for (const credential of credentials) {
        await other.devtools.send('WebAuthn.addCredential', { authenticatorId: other.authenticatorId, credential });
      }
    },
  };
}

export async function addPasskey(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Settings', exact: true }));
  await hand.write(page.getByLabel('Name of the passkey'), 'Laptop in room 2');
  await hand.press(page.getByRole('button', { name: 'Add a passkey' }));
  await page.getByText('Laptop in room 2').waitFor();
}

/** Ends all sessions, and begins another one with the passkey. */
export async function signOutEverywhere(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Settings', exact: true }));
  await hand.press(page.getByRole('button', { name: 'Sign out everywhere' }));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await hand.press(page.getByRole('button', { name: 'Use a passkey' }));
  await page.getByRole('button', { name: /Ada Brandt/ }).waitFor();
}
