import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery, useSession } from '../../session/session.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import classes from '../settings.module.css';
import { beginTotp, confirmTotp, removeTotp } from './account-queries.ts';

/** Codes of an authenticator application as a second factor: set up, confirmed, removed. */
export function CodesSection() {
  const { t } = useTranslation('settings');
  const isOn = useSession().person?.has_totp === true;
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const settled = { onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }) };
  const begin = useMutation({ mutationFn: beginTotp });
  const confirm = useMutation({ mutationFn: () => confirmTotp(code), ...settled });
  const remove = useMutation({ mutationFn: removeTotp, ...settled });
  if (isOn) {
    return (
      <Stack className={classes.card} align="flex-start">
        <Text size="sm">{t('account.codesOn')}</Text>
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('account.removeCodes')}
        </Button>
        {remove.error !== null && <ErrorNote error={remove.error} />}
      </Stack>
    );
  }
  if (begin.data === undefined) {
    return (
      <Stack className={classes.card} align="flex-start">
        <Text size="sm">{t('account.codesOff')}</Text>
        <Button variant="light" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('account.setUpCodes')}
        </Button>
        {begin.error !== null && <ErrorNote error={begin.error} />}
      </Stack>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.card}>
      <Stack>
        <Text size="sm">{t('account.enterSecret')}</Text>
        <code className={classes.secret}>{begin.data.secret}</code>
        <a href={begin.data.uri}>{t('account.openAuthenticator')}</a>
        <Group align="flex-end">
          <TextInput
            label={t('account.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            pattern="[0-9]{6}"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={confirm.isPending}>
            {t('account.confirmCode')}
          </Button>
        </Group>
        {confirm.error !== null && <ErrorNote error={confirm.error} />}
      </Stack>
    </form>
  );
}
