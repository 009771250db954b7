import { Button, Group, Menu, Stack } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { changePerson, type Person, peopleQuery, resetPerson } from './people-queries.ts';
import { RolesField } from './roles-field.tsx';

/** A person, with what an administrator can change about it. */
export function PersonRow({ person }: { readonly person: Person }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const session = useSession();
  const self = session.person?.id === person.id;
  const isBeyond = person.roles.includes('operator') && !session.scopes.includes('operator');
  const queryClient = useQueryClient();
  const [roles, setRoles] = useState<Person['roles'] | null>(null);
  const settled = { onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey }) };
  const change = useMutation({
    mutationFn: (changes: Parameters<typeof changePerson>[1]) => changePerson(person.id, changes),
    onSuccess: () => setRoles(null),
    ...settled,
  });
  const reset = useMutation({ mutationFn: () => resetPerson(person.id), ...settled });
  const seen = person.last_seen_at;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>
          {person.name} {self && <span className={rows.details}>({t('people.you')})</span>}
        </div>
        <div className={rows.details}>
          {person.email} · {person.roles.map((role) => t(`roles.${role}`)).join(', ')} ·{' '}
          {seen === null ? t('people.neverSeen') : t('people.seen', { time: dateTime(Date.parse(seen)) })}
        </div>
        {isBeyond && <div className={rows.details}>{t('people.operatorOnly')}</div>}
        {roles === null && change.error !== null && <ErrorNote error={change.error} />}
        {reset.error !== null && <ErrorNote error={reset.error} />}
      </div>
      {person.disabled && <StatusBadge tone="bad">{t('people.disabled')}</StatusBadge>}
      <Menu position="bottom-end" disabled={isBeyond}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            aria-label={t('people.actions', { name: person.name })}
            disabled={isBeyond}
            loading={change.isPending || reset.isPending}
          >
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRoles(person.roles)}>{t('people.changeRoles')}</Menu.Item>
          <Menu.Item onClick={() => reset.mutate()}>{t('people.reset')}</Menu.Item>
          <Menu.Item
            {...(person.disabled ? {} : { color: 'red' })}
            onClick={() => change.mutate({ disabled: !person.disabled })}
          >
            {person.disabled ? t('people.enable') : t('people.disable')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={roles !== null} onClose={() => setRoles(null)} title={person.name}>
        <Stack>
          <RolesField value={roles ?? []} onChange={setRoles} />
          {change.error !== null && <ErrorNote error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setRoles(null)}>
              {t('action.cancel')}
            </Button>
            <Button
              disabled={roles === null || roles.length === 0}
              loading={change.isPending}
              onClick={() => change.mutate({ roles: roles ?? [] })}
            >
              {t('action.save')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      <Dialog opened={reset.data !== undefined} onClose={() => reset.reset()} title={t('people.reset')} size="lg">
        {reset.data !== undefined && (
          <ShownOnce
            title={person.name}
            text={t('people.linkText', { time: dateTime(Date.parse(reset.data.expires_at)) })}
            secret={reset.data.link}
          />
        )}
      </Dialog>
    </li>
  );
}
