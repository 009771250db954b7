import { z } from 'zod';

/** What reading a text gave: its value, or why it was refused. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** The slug of the problem: `invalid-timestamp`. */
      readonly problem: string;
      /** For a person: what is wrong and how it should look, without a full stop. */
      readonly detail: string;
    };

export function accepted<T>(value: T): Reading<T> {
  return { ok: true, value };
}

export function refused(problem: string, detail: string): Reading<never> {
  return { ok: false, problem, detail };
}

/**
 * A request field that is text in a certain notation and reaches the handler as a value. A refusal is an issue at the field, with the
 * slug of its problem in `params.problem`; the HTTP layer answers a body whose issues all carry one slug with that problem.
 */
export function notation<T>(
  read: (text: string) => Reading<T>,
  documentation: {
    readonly description: string;
    readonly examples: string[];
    readonly format?: string;
    readonly pattern?: string;
  },
) {
  return z
    .string()
    .meta(documentation)
    .transform((text, context) => {
      const reading = read(text);
      if (reading.ok) return reading.value;
      // Inside a union it is then this that is wrong, and not that nothing fits.
      context.addIssue({ code: 'custom', message: reading.detail, params: { problem: reading.problem }, continue: true });
      return z.NEVER;
    });
}
