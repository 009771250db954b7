import { ActionIcon, Button, Group, Select, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { Form } from '../../shared/form.tsx';
import { queryClient } from '../../shared/query-client.ts';
import { clocksQuery, createClock, deleteClock } from './clock-queries.ts';

/** Which clock the screen is about. Nothing on a host that has one clock for each account. */
export function ClockChoice({ clockId }: { readonly clockId: string | undefined }) {
  const { t } = useTranslation('time');
  const navigate = useNavigate();
  const clocks = useQuery(clocksQuery);
  const [opened, { open, close }] = useDisclosure();
  const choose = (clock: string | undefined) => void navigate({ to: '/time/clock', search: { clock } });
  const remove = useMutation({
    mutationFn: deleteClock,
    onSuccess: async () => {
      choose(undefined);
      await queryClient.invalidateQueries({ queryKey: clocksQuery.queryKey });
    },
  });
  if (clocks.data === undefined || clocks.data === null) return null;
  const own = { value: '', label: t('clock.own') };
  return (
    <Group gap="xs">
      <Select
        aria-label={t('clock.which')}
        data={[own, ...clocks.data.map(({ clock_id, name }) => ({ value: clock_id, label: name || clock_id }))]}
        value={clockId ?? ''}
        allowDeselect={false}
        onChange={(value) => choose(value || undefined)}
      />
      {clockId !== undefined && (
        <Tooltip label={t('clock.delete')}>
          <ActionIcon variant="default" size="lg" aria-label={t('clock.delete')} onClick={() => remove.mutate(clockId)}>
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Button variant="default" leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
        {t('clock.create')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('clock.create')}>
        <NewClock
          onCreated={(id) => {
            close();
            choose(id);
          }}
        />
      </Dialog>
      {remove.error !== null && <ErrorNote error={remove.error} />}
    </Group>
  );
}

function NewClock({ onCreated }: { readonly onCreated: (clockId: string) => void }) {
  const { t } = useTranslation('time');
  const [name, setName] = useState('');
  const [timeZone, setTimeZone] = useState('');
  const create = useMutation({
    mutationFn: () => createClock({ name, ...(timeZone === '' ? {} : { time_zone: timeZone }) }),
    onSuccess: async (id) => {
      await queryClient.invalidateQueries({ queryKey: clocksQuery.queryKey });
      onCreated(id);
    },
  });
  return (
    <Form sending={create} submit={t('clock.create')}>
      <TextInput
        required
        label={t('clock.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        searchable
        clearable
        label={t('clock.timeZone')}
        placeholder="UTC"
        data={Intl.supportedValuesOf('timeZone')}
        value={timeZone || null}
        onChange={(value) => setTimeZone(value ?? '')}
      />
    </Form>
  );
}
