import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWeakPassword, NewPassword } from '../../session/new-password.tsx';
import { begin, useSession } from '../../session/session.ts';
import { sendSignedIn } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import classes from '../settings.module.css';

/** Changes the password, which needs the present one. */
export function PasswordSection() {
  const { t } = useTranslation('settings');
  const { person } = useSession();
  const hasPassword = person?.has_password === true;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: async () =>
      begin(
        await sendSignedIn('PATCH', '/api/v1/people/me', { password: { ...(hasPassword && { current }), new: next } }),
      ),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      notifications.show({ message: t('account.passwordChanged') });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.card}>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={person?.email ?? ''} />
        {hasPassword && (
          <PasswordInput
            label={t('account.currentPassword')}
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <NewPassword
          label={t('account.newPassword')}
          description={t('account.newPasswordText')}
          value={next}
          onChange={setNext}
          error={change.error}
          field="password.new"
        />
        {change.error !== null && !isWeakPassword(change.error) && <ErrorNote error={change.error} />}
        <Group>
          <Button type="submit" variant="light" loading={change.isPending}>
            {t('account.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
