import { Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NewPassword } from '../../session/new-password.tsx';
import { begin, canUsePasskeys, sessionQuery, useSession } from '../../session/session.ts';
import { ActionButton, notify, RowButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Form, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { QueryList, Row } from '../../shared/list.tsx';
import { Dimmed, ErrorNote, Section } from '../../shared/page.tsx';
import { Secret } from '../shown-once.tsx';

/** Changes the password, which needs the present one. */
export function PasswordForm() {
  const { t } = useTexts('settings');
  const { person } = useSession();
  const hasPassword = person?.has_password === true;
  const [field, change] = useFields(
    { current: '', new: '' },
    async (password) =>
      begin(
        await api.PATCH('/api/v1/people/me', {
          body: { password: hasPassword ? password : { new: password.new } },
        }),
      ),
    { prefix: 'password.', resets: ['current', 'new'], onSuccess: () => notify(t('account.passwordChanged')) },
  );
  return (
    <Form sending={change} submit={t('account.changePassword')} variant="light">
      <input type="hidden" name="username" autoComplete="username" value={person?.email ?? ''} />
      {hasPassword && (
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          required
          {...field('current')}
        />
      )}
      <NewPassword
        label={t('account.newPassword')}
        description={t('account.newPasswordText')}
        refusal={change.error}
        {...field('new')}
      />
    </Form>
  );
}

/** Codes of an authenticator application as a second factor: set up, confirmed, removed. */
export function CodesForm() {
  const { t } = useTexts('settings');
  const isOn = useSession().person?.has_totp === true;
  const begun = useAction(() => api.POST('/api/v1/people/me/totp'));
  const changes = sessionQuery.queryKey;
  const [field, confirm] = useFields({ code: '' }, (body) => api.POST('/api/v1/people/me/totp/confirm', { body }), {
    changes,
  });
  const remove = useAction(() => api.DELETE('/api/v1/people/me/totp'), { changes });
  if (isOn || begun.data === undefined) {
    return (
      <Stack align="flex-start">
        <Text size="sm">{t(isOn ? 'account.codesOn' : 'account.codesOff')}</Text>
        <ActionButton variant={isOn ? 'default' : 'light'} action={isOn ? remove : begun}>
          {t(isOn ? 'account.removeCodes' : 'account.setUpCodes')}
        </ActionButton>
        <ErrorNote error={(isOn ? remove : begun).error} />
      </Stack>
    );
  }
  return (
    <Stack>
      <Text size="sm">{t('account.enterSecret')}</Text>
      <Secret text={begun.data.secret} />
      <Anchor href={begun.data.uri}>{t('account.openAuthenticator')}</Anchor>
      <Form sending={confirm} submit={t('account.confirmCode')} inline>
        <TextInput
          label={t('account.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          pattern="[0-9]{6}"
          {...field('code')}
        />
      </Form>
    </Stack>
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
  const { t, date } = useTexts('settings');
  const changes = ['passkeys'];
  const query = useQuery({ queryKey: changes, queryFn: async () => (await api.GET('/api/v1/passkeys')).items });
  const [field, add] = useFields({ name: '' }, ({ name }) => addPasskey(name), { changes, resets: ['name'] });
  return (
    <Section title={t('account.passkeys')}>
      <Stack gap="sm">
        <QueryList
          query={query}
          row={({ id, name, created_at, last_used_at }) => (
            <Row
              key={id}
              name={name}
              details={[
                last_used_at === null
                  ? t('account.neverUsed', { day: date(created_at) })
                  : t('account.lastUsed', { day: date(last_used_at) }),
              ]}
            >
              <RowButton
                text={t('action.delete')}
                name={t('account.deletePasskey', { name })}
                action={() => api.DELETE('/api/v1/passkeys/{id}', { id })}
                changes={changes}
              />
            </Row>
          )}
        />
        {canUsePasskeys() ? (
          <Form
            sending={add}
            submit={t('account.addPasskey')}
            variant="light"
            icon={IconFingerprint}
            inline
            // Somebody who cancels knows.
            showsError={add.error?.name === 'NotAllowedError'}
          >
            <TextInput
              flex="0 1 20rem"
              label={t('account.passkeyName')}
              placeholder={t('account.passkeyHint')}
              required
              maxLength={100}
              {...field('name')}
            />
          </Form>
        ) : (
          <Dimmed>{t('account.noPasskeys')}</Dimmed>
        )}
      </Stack>
    </Section>
  );
}
