import { Button, JsonInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import type { Run } from '../workflow-queries.ts';
import classes from '../workflows.module.css';

const Payload = z.record(z.string(), z.unknown());

/** Sends a run the signal that it waits for. The payload is an object in the shape that the workflow declares. */
export function SignalForm({ run, awaited }: { readonly run: string; readonly awaited: Run['waitingFor'][number] }) {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const queryClient = useQueryClient();
  const [payload, setPayload] = useState('{}');
  const send = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/v1/runs/{id}/signals/{name}', {
          params: { path: { id: run, name: awaited.signal } },
          body: Payload.parse(JSON.parse(payload)),
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.card}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" fw={560}>
          {awaited.signal}{' '}
          <span className={classes.kind}>
            {awaited.until === null ? t('signal.forEver') : t('signal.until', { time: dateTime(awaited.until) })}
          </span>
        </Text>
        <JsonInput
          label={t('signal.payload')}
          description={t('signal.payloadText')}
          validationError={t('signal.notJson')}
          autosize
          minRows={2}
          w="100%"
          value={payload}
          onChange={setPayload}
        />
        {send.error !== null && <ErrorNote error={send.error} />}
        <Button type="submit" size="xs" loading={send.isPending}>
          {t('signal.send')}
        </Button>
      </Stack>
    </form>
  );
}
