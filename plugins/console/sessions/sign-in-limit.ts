import { type Cluster, countAttempt } from 'chronoscribe';

/** How often somebody may try to sign in, on all hosts together. */
export const signInLimits = {
  address: { attempts: 30, windowMs: 5 * 60_000 },
  // Not an attempt yet: the page to sign in asks for one as it is opened.
  challenge: { attempts: 300, windowMs: 5 * 60_000 },
  email: { attempts: 10, windowMs: 15 * 60_000 },
} as const;

/**
 * Counts an attempt to sign in.
 *
 * @param by what the attempts are counted by: the client's address or an e-mail address
 * @throws Problem `rate-limited` with the seconds until the next attempt
 */
export function limitSignIn(cluster: Cluster, by: keyof typeof signInLimits, value: string): Promise<void> {
  return countAttempt(cluster, `sign-in/${by}/${value}`, signInLimits[by], 'attempts to sign in');
}
