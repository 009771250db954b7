import { Button, Code, Stack, Text, Textarea, Title } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { Notice } from '../../shared/notice.tsx';
import classes from './note.module.css';
import { recordQuery, type Transcript } from './record-query.ts';
import page from './review.module.css';

/** Who signed, and what was added since; an addendum can be written. Nothing for a draft. */
export function Signature({ record }: { readonly record: Transcript }) {
  const { t } = useTranslation('clinical');
  const { dateTime } = useFormat();
  const { signature, addenda } = record;
  if (signature === null) return null;
  return (
    <div className={classes.signature}>
      <Notice
        tone={signature.valid ? 'good' : 'bad'}
        icon={signature.valid ? IconShieldCheck : IconAlertTriangle}
        title={t('sign.signedBy', { by: signature.by, at: dateTime(signature.at) })}
      >
        {!signature.valid && <Text size="sm">{t('sign.invalid')}</Text>}
        <Text size="xs">
          {t('sign.version', { version: signature.version })} ·{' '}
          {signature.unmentioned !== undefined && `${t('sign.staysOut', { count: signature.unmentioned })} · `} SHA-256{' '}
          <Code>{signature.sha256.slice(0, 16)}…</Code>
        </Text>
      </Notice>
      {addenda.length > 0 && (
        <section className={classes.section} aria-label={t('addendum.title')}>
          <Title order={2} className={classes.sectionName}>
            {t('addendum.title')}
          </Title>
          {addenda.map(({ id, text, by, at }) => (
            <div key={id} className={classes.addendum}>
              <p>{text}</p>
              <Text size="xs" c="dimmed">
                {by}, {dateTime(at)}
              </Text>
            </div>
          ))}
        </section>
      )}
      <AddendumForm record={record} />
    </div>
  );
}

function AddendumForm({ record }: { readonly record: Transcript }) {
  const { t } = useTranslation('clinical');
  const queryClient = useQueryClient();
  // A reload keeps what is being written.
  const [text, setText, clear] = useSessionStorage({ key: `chronoscribe-addendum-${record.id}`, defaultValue: '' });
  const add = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/v1/transcripts/{id}/addendum', {
          params: { path: { id: record.id } },
          body: { text: text.trim() },
        }),
      ),
    onSuccess: async () => {
      clear();
      await queryClient.invalidateQueries({ queryKey: recordQuery(record.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['records'] });
    },
  });
  return (
    <Stack gap="sm" className={page.noPrint}>
      <Textarea
        label={t('addendum.label')}
        description={t('addendum.help')}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {add.error !== null && <ErrorNote error={add.error} />}
      <Button
        variant="light"
        disabled={text.trim() === ''}
        loading={add.isPending}
        onClick={() => add.mutate()}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('addendum.add')}
      </Button>
    </Stack>
  );
}
