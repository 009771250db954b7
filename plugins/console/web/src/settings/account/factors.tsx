import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isWeakPassword, NewPassword } from '../../session/new-password.tsx';
import { begin, canUsePasskeys, sessionQuery, useSession } from '../../session/session.ts';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { onSubmit, useText } from '../../shared/form.tsx';
import { useFormat } from '../../shared/format.ts';
import { QueryList, Row } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { ErrorNote } from '../../shared/notice.tsx';
import { Section } from '../../shared/page.tsx';
import classes from '../settings.module.css';

/** Changes the password, which needs the present one. */
export function PasswordForm() {
  const { t } = useTranslation('settings');
  const { person } = useSession();
  const hasPassword = person?.has_password === true;
  const [current, currentInput, setCurrent] = useText();
  const [next, nextInput, setNext] = useText();
  const password = { ...(hasPassword && { current }), new: next };
  const change = useAction(async () => begin(await api.PATCH('/api/v1/people/me', { body: { password } })), {
    onSuccess: () => {
      setCurrent('');
      setNext('');
      notifications.show({ message: t('account.passwordChanged') });
    },
  });
  return (
    <form onSubmit={onSubmit(change.mutate)} className={look.card}>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={person?.email ?? ''} />
        {hasPassword && (
          <PasswordInput
            label={t('account.currentPassword')}
            autoComplete="current-password"
            required
            {...currentInput}
          />
        )}
        <NewPassword
          label={t('account.newPassword')}
          description={t('account.newPasswordText')}
          input={nextInput}
          error={change.error}
          field="password.new"
        />
        {!isWeakPassword(change.error) && <ErrorNote error={change.error} />}
        <Group>
          <ActionButton type="submit" variant="light" loading={change.isPending}>
            {t('account.changePassword')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Codes of an authenticator application as a second factor: set up, confirmed, removed. */
export function CodesForm() {
  const { t } = useTranslation('settings');
  const isOn = useSession().person?.has_totp === true;
  const [code, codeInput] = useText();
  const begun = useAction(() => api.POST('/api/v1/people/me/totp'));
  const changes = sessionQuery.queryKey;
  const confirm = useAction(() => api.POST('/api/v1/people/me/totp/confirm', { body: { code } }), { changes });
  const remove = useAction(() => api.DELETE('/api/v1/people/me/totp'), { changes });
  if (isOn || begun.data === undefined) {
    return (
      <Stack className={look.card} align="flex-start">
        <Text size="sm">{t(isOn ? 'account.codesOn' : 'account.codesOff')}</Text>
        <ActionButton variant={isOn ? 'default' : 'light'} action={isOn ? remove : begun}>
          {t(isOn ? 'account.removeCodes' : 'account.setUpCodes')}
        </ActionButton>
        <ErrorNote error={(isOn ? remove : begun).error} />
      </Stack>
    );
  }
  return (
    <form onSubmit={onSubmit(confirm.mutate)} className={look.card}>
      <Stack>
        <Text size="sm">{t('account.enterSecret')}</Text>
        <code className={classes.secret}>{begun.data.secret}</code>
        <a href={begun.data.uri}>{t('account.openAuthenticator')}</a>
        <Group align="flex-end">
          <TextInput
            label={t('account.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            pattern="[0-9]{6}"
            {...codeInput}
          />
          <ActionButton type="submit" loading={confirm.isPending}>
            {t('account.confirmCode')}
          </ActionButton>
        </Group>
        <ErrorNote error={confirm.error} />
      </Stack>
    </form>
  );
}

/** Has the browser make a passkey for this host. @throws {ApiError}; DOMException if somebody cancels */
async function addPasskey(name: string): Promise<void> {
  const { challenge_id, ...options } = await api.POST('/api/v1/passkeys/options');
  // The host made the options with the library of the same standard: a boundary that the browser itself checks.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was made');
  await api.POST('/api/v1/passkeys', { body: { challenge_id, name, response: { ...credential.toJSON() } } });
}

/** The passkeys of a person: added with the browser, removed. */
export function PasskeysSection() {
  const { t } = useTranslation('settings');
  const { date } = useFormat();
  const query = useQuery({ queryKey: ['passkeys'], queryFn: async () => (await api.GET('/api/v1/passkeys')).items });
  const [name, nameInput, setName] = useText();
  const changes = ['passkeys'];
  const add = useAction(() => addPasskey(name), { changes, onSuccess: () => setName('') });
  const remove = useAction((id: string) => api.DELETE('/api/v1/passkeys/{id}', { id }), { changes });
  const cancelled = add.error instanceof DOMException && add.error.name === 'NotAllowedError';
  return (
    <Section title={t('account.passkeys')}>
      <Stack gap="sm">
        <QueryList
          query={query}
          row={({ id, name: called, created_at, last_used_at }) => (
            <Row
              key={id}
              name={called}
              details={[
                last_used_at === null
                  ? t('account.neverUsed', { day: date(created_at) })
                  : t('account.lastUsed', { day: date(last_used_at) }),
              ]}
            >
              <ActionButton
                size="xs"
                variant="default"
                aria-label={t('account.deletePasskey', { name: called })}
                action={remove}
                input={id}
              >
                {t('action.delete')}
              </ActionButton>
            </Row>
          )}
        />
        <ErrorNote error={remove.error} />
        {canUsePasskeys() ? (
          <form onSubmit={onSubmit(add.mutate)}>
            <Group align="flex-end">
              <TextInput
                label={t('account.passkeyName')}
                placeholder={t('account.passkeyHint')}
                required
                maxLength={100}
                {...nameInput}
              />
              <ActionButton type="submit" variant="light" icon={IconFingerprint} loading={add.isPending}>
                {t('account.addPasskey')}
              </ActionButton>
            </Group>
          </form>
        ) : (
          <Text size="sm" c="dimmed">
            {t('account.noPasskeys')}
          </Text>
        )}
        {!cancelled && <ErrorNote error={add.error} />}
      </Stack>
    </Section>
  );
}
