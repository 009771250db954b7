import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Typed = Pick<TextInputProps, 'value' | 'onChange' | 'description'>;

/** Where somebody types what proves who it is. */
export function SecretInput({ way, ...typed }: Typed & { readonly way: 'password' | 'code' | 'key' }) {
  const { t } = useTranslation('session');
  const props = { label: t(way), required: true, 'data-autofocus': true, ...typed };
  if (way === 'code') return <TextInput inputMode="numeric" autoComplete="one-time-code" {...props} />;
  const toggle = { 'aria-label': t('showPassword') };
  const autoComplete = way === 'key' ? 'off' : 'current-password';
  return <PasswordInput visibilityToggleButtonProps={toggle} autoComplete={autoComplete} {...props} />;
}
