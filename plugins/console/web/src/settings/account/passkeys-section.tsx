import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canUsePasskeys } from '../../session/session.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { Section } from '../../shared/section.tsx';
import { addPasskey, deletePasskey, passkeysQuery } from './account-queries.ts';

/** The passkeys of a person: added with the browser, removed. */
export function PasskeysSection() {
  const { t } = useTranslation('settings');
  const { date } = useFormat();
  const query = useQuery(passkeysQuery);
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const settled = { onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }) };
  const add = useMutation({ mutationFn: () => addPasskey(name), onSuccess: () => setName(''), ...settled });
  const remove = useMutation({ mutationFn: deletePasskey, ...settled });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const cancelled = add.error instanceof DOMException && add.error.name === 'NotAllowedError';
  return (
    <Section title={t('account.passkeys')}>
      <Stack gap="sm">
        <QueryState query={query}>
          {(passkeys) =>
            passkeys.length > 0 && (
              <ul className={rows.list}>
                {passkeys.map((passkey) => (
                  <li key={passkey.id} className={rows.row}>
                    <div className={rows.main}>
                      <div className={rows.name}>{passkey.name}</div>
                      <div className={rows.details}>
                        {passkey.last_used_at === null
                          ? t('account.neverUsed', { day: date(Date.parse(passkey.created_at)) })
                          : t('account.lastUsed', { day: date(Date.parse(passkey.last_used_at)) })}
                      </div>
                    </div>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('account.deletePasskey', { name: passkey.name })}
                      loading={remove.isPending && remove.variables === passkey.id}
                      onClick={() => remove.mutate(passkey.id)}
                    >
                      {t('action.delete')}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
        {remove.error !== null && <ErrorNote error={remove.error} />}
        {canUsePasskeys() ? (
          <form onSubmit={submit}>
            <Group align="flex-end">
              <TextInput
                label={t('account.passkeyName')}
                placeholder={t('account.passkeyHint')}
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button
                type="submit"
                variant="light"
                leftSection={<IconFingerprint size={17} aria-hidden />}
                loading={add.isPending}
              >
                {t('account.addPasskey')}
              </Button>
            </Group>
          </form>
        ) : (
          <Text size="sm" c="dimmed">
            {t('account.noPasskeys')}
          </Text>
        )}
        {add.error !== null && !cancelled && <ErrorNote error={add.error} />}
      </Stack>
    </Section>
  );
}
