import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { z } from 'zod/mini';
import { ApiError } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import type texts from './texts/en.json';

type Reason = keyof typeof texts.weak.reasons;
type Advice = keyof typeof texts.weak.advice;

const Weak = z.object({ reason: z.string(), advice: z.array(z.string()) });

/** Where somebody chooses a password. One that is easily guessed is refused with why, and what helps. */
export function NewPassword(props: {
  readonly label: string;
  readonly description: string;
  /** Of `useFields`. */
  readonly input: PasswordInputProps;
  /** Why it was not taken. */
  readonly error: unknown;
  /** Its field in the request. */
  readonly field: string;
}) {
  const { t } = useTexts('session');
  const { error, field } = props;
  const why = useWeakness(error) ?? (error instanceof ApiError ? error.about(field) : undefined);
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      label={props.label}
      description={props.description}
      autoComplete="new-password"
      required
      {...props.input}
      error={why}
    />
  );
}

/** Whether the API has refused a password as easily guessed. */
export const isWeakPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'weak_password';

/** Why a password is weak, in the language of the page; undefined for another error. */
function useWeakness(error: unknown): string | undefined {
  const { t, i18n } = useTexts('session');
  const weak = error instanceof ApiError && isWeakPassword(error) ? Weak.safeParse(error.body) : undefined;
  if (weak?.success !== true) return undefined;
  const known = (key: string): boolean => i18n.exists(key, { ns: 'session' });
  const { reason, advice } = weak.data;
  const parts = [
    t('weak.intro'),
    // The boundary to the API: a reason that this catalogue does not know is left out.
    ...(known(`weak.reasons.${reason}`) ? [t(`weak.reasons.${reason as Reason}`)] : []),
    ...advice.filter((name) => known(`weak.advice.${name}`)).map((name) => t(`weak.advice.${name as Advice}`)),
    t('weak.better'),
  ];
  return parts.join(' ');
}
