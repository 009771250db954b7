import { defineKind } from '../api/kind.ts';

/** An automation of the configuration, and how often it fired. */
export interface AutomationView {
  readonly name: string;
  /** The triggers that it listens to. */
  readonly on: readonly string[];
  /** What it does, in order. */
  readonly actions: readonly string[];
  readonly mode: 'queued' | 'parallel' | 'latest';
  /** The account that it is for; null: every account. */
  readonly account: string | null;
  readonly counts: AutomationCounts;
}

/** How often an automation fired in the last 24 hours, by what became of it. */
export interface AutomationCounts {
  /** Events for it, in all. */
  readonly fired: number;
  readonly waiting: number;
  readonly started: number;
  readonly done: number;
  /** Its condition did not hold. */
  readonly skipped: number;
  readonly failed: number;
  readonly cancelled: number;
  /** A newer event replaced it (mode `latest`). */
  readonly replaced: number;
  /** Not started, since automations had set each other off 16 times in a row. */
  readonly loop: number;
}

/** What an automation would do for an event. */
export interface AutomationTrial {
  /** Whether its condition holds; null if it has no value for the event. */
  readonly condition: boolean | null;
  /** Each action with its input; null if it has none for the event. */
  readonly actions: readonly { readonly action: string; readonly input: unknown; readonly error: string | null }[];
  /** Why the condition has no value; null if it has one. */
  readonly error: string | null;
}

/**
 * The automations of the configuration. Provided by the host.
 *
 * @example
 * async function namesOfFailing(automations: Automations) {
 *   const failing = (await automations.list()).filter(({ counts }) => counts.failed > 0);
 *   return failing.map(({ name }) => name);
 * }
 */
export interface Automations {
  /** In the order of the configuration. */
  list(): Promise<readonly AutomationView[]>;
  /**
   * Evaluates the condition and the inputs of an automation for an event. Nothing is done.
   *
   * @param event.trigger undefined: the only trigger of the automation
   * @throws Problem `not-found` for an unknown automation; `invalid-request` for a trigger that it does not listen to,
   *   or a payload that its trigger does not have
   */
  test(name: string, event: { readonly trigger?: string | undefined; readonly payload: unknown }): AutomationTrial;
}

export const Automations = defineKind<Automations>('automations');
