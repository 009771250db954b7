import {
  Anchor,
  Button,
  Divider,
  PasswordInput,
  PinInput,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { IconFingerprint, IconKey, IconLogin2, IconMail } from '@tabler/icons-react';
import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { ActionButton, useAction } from '../shared/action.tsx';
import { ApiError, send } from '../shared/api.ts';
import { Form } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { ErrorNote } from '../shared/page.tsx';
import { answerPasskey, begin, canUsePasskeys, methodsQuery, type Session } from './session.ts';

/** Every way to sign in that the host offers. `email` is known on the lock screen. */
export function SignInForm(props: {
  readonly email?: string;
  /** Where the identity provider sends people back to: a path with `/console`. */
  readonly returnTo: string;
  readonly onSignedIn: (session: Session) => void;
}) {
  const { t } = useTexts('session');
  const { data: methods } = useQuery(methodsQuery);
  const [way, setWay] = useState<'password' | 'key'>('password');
  const [email, setEmail] = useInputState(props.email ?? '');
  const [secret, setSecret] = useInputState('');
  const [code, setCode] = useState('');
  const attempt = useAction(
    async () => {
      const person = { email, password: secret, ...(code !== '' && { code }) };
      return begin(await send('POST', '/api/v1/session', way === 'key' ? { key: secret } : person));
    },
    { onSuccess: props.onSignedIn },
  );
  const byPasskey = async () => begin(await send('POST', '/api/v1/session/passkey', await answerPasskey()));
  const passkey = useAction(byPasskey, { onSuccess: props.onSignedIn });
  const needsCode = attempt.error instanceof ApiError && attempt.error.code === 'code-required';
  const asksForCode = needsCode || code !== '';
  const choose = (next: 'password' | 'key') => {
    setWay(next);
    setSecret('');
    attempt.reset();
  };
  return (
    <Stack gap="md">
      {methods?.needs_first_person === true && <Text size="sm">{t('firstPerson')}</Text>}
      <Form sending={attempt} submit={t('signIn')} icon={IconLogin2} showsError={needsCode}>
        {way === 'password' && (
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username webauthn"
            required
            readOnly={props.email !== undefined}
            value={email}
            onChange={setEmail}
          />
        )}
        <SecretInput way={way} description={way === 'key' && t('keyHelp')} value={secret} onChange={setSecret} />
        {asksForCode && (
          <div>
            <Text size="sm" fw={500} id="code-label">
              {t('code')}
            </Text>
            <PinInput length={6} type="number" oneTimeCode autoFocus aria-labelledby="code-label" onChange={setCode} />
          </div>
        )}
      </Form>
      <Divider label={t('or')} />
      <OtherWays passkey={passkey} provider={{ href: `${provider}?return_to=${encodeURIComponent(props.returnTo)}` }} />
      <Anchor component="button" type="button" size="sm" onClick={() => choose(way === 'key' ? 'password' : 'key')}>
        {way === 'key' ? <IconMail size={15} aria-hidden /> : <IconKey size={15} aria-hidden />}{' '}
        {way === 'key' ? t('withPassword') : t('withKey')}
      </Anchor>
    </Stack>
  );
}

/** Where a sign-in at the identity provider begins. */
export const provider = '/api/v1/session/oidc/start';

/** The ways to prove who it is for which nothing is typed, as far as this host and this browser have them. */
export function OtherWays(props: {
  readonly passkey: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  readonly provider: Pick<ComponentProps<'a'>, 'href' | 'target' | 'rel' | 'onClick'>;
}) {
  const { t } = useTexts('session');
  const { data: methods } = useQuery(methodsQuery);
  return (
    <>
      {methods?.passkey === true && canUsePasskeys() && (
        <ActionButton variant="default" icon={IconFingerprint} action={props.passkey}>
          {t('withPasskey')}
        </ActionButton>
      )}
      <ErrorNote error={props.passkey.error} />
      {methods?.oidc && (
        <Button component="a" variant="default" {...props.provider}>
          {t('withProvider', { name: methods.oidc.name })}
        </Button>
      )}
    </>
  );
}

type Typed = Pick<TextInputProps, 'value' | 'onChange' | 'description'>;

/** Where somebody types what proves who it is. */
export function SecretInput({ way, ...typed }: Typed & { readonly way: 'password' | 'code' | 'key' }) {
  const { t } = useTexts('session');
  const props = { label: t(way), required: true, 'data-autofocus': true, ...typed };
  if (way === 'code') return <TextInput inputMode="numeric" autoComplete="one-time-code" {...props} />;
  const toggle = { 'aria-label': t('showPassword') };
  const autoComplete = way === 'key' ? 'off' : 'current-password';
  return <PasswordInput visibilityToggleButtonProps={toggle} autoComplete={autoComplete} {...props} />;
}
