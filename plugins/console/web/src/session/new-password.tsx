import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { z } from 'zod/mini';
import { ApiError } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import type texts from './texts/en.json';

type Reason = keyof typeof texts.weak.reasons;
type Advice = keyof typeof texts.weak.advice;

const Weak = z.object({ reason: z.string(), advice: z.array(z.string()) });

/** Where somebody chooses a password. One that is easily guessed is refused with why, and what helps. */
export function NewPassword({ refusal, ...input }: PasswordInputProps & { readonly refusal: Error | null }) {
  const { t } = useTexts('session');
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      autoComplete="new-password"
      required
      {...input}
      error={useWeakness(refusal) ?? input.error}
    />
  );
}

/** Why a password is weak, in the language of the page; undefined for another error. */
function useWeakness(error: Error | null): string | undefined {
  const { t, i18n } = useTexts('session');
  const weak = error instanceof ApiError && error.code === 'weak_password' ? Weak.safeParse(error.body) : undefined;
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
