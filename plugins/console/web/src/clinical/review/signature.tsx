import { Code, Stack, Text, Textarea, Title } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconAlertTriangle, IconHistory, IconLockOpen, IconShieldCheck } from '@tabler/icons-react';
import { MayChange } from '../../session/session.ts';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { DialogButton } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Dimmed, ErrorNote, Notice } from '../../shared/page.tsx';
import classes from './note.module.css';
import type { Transcript } from './record-query.ts';
import page from './review.module.css';
import { changed } from './review-dialogs.tsx';
import { Comparison } from './versions.tsx';

/** What was signed before the note was opened again, and why it was; a signature is followed by what was added since. */
export function Signature({ record }: { readonly record: Transcript }) {
  const { t, dateTime } = useTexts('clinical');
  const { signature, addenda, reopenings } = record;
  if (signature === null && reopenings.length === 0) return null;
  return (
    <div className={classes.signature}>
      {reopenings.map(({ by, at, reason, signature: { by: signer, at: signedAt, version } }) => (
        <Notice
          key={version}
          tone="warn"
          icon={IconLockOpen}
          title={t('reopen.was', { version, by: signer, at: dateTime(signedAt) })}
        >
          <Text size="sm" dir="auto">
            {t('reopen.by', { by, at: dateTime(at), reason })}
          </Text>
          <DialogButton text={t('reopen.compare', { version })} icon={IconHistory} size="lg" small>
            <Comparison record={record} version={version} />
          </DialogButton>
        </Notice>
      ))}
      {signature !== null && (
        <Notice
          tone={signature.valid ? 'good' : 'bad'}
          icon={signature.valid ? IconShieldCheck : IconAlertTriangle}
          title={t('sign.signedBy', { by: signature.by, at: dateTime(signature.at) })}
        >
          {!signature.valid && <Text size="sm">{t('sign.invalid')}</Text>}
          <Text size="xs">
            {t('sign.version', { version: signature.version })} ·{' '}
            {signature.unmentioned !== undefined && `${t('sign.staysOut', { count: signature.unmentioned })} · `}{' '}
            SHA-256 <Code>{signature.sha256.slice(0, 16)}…</Code>
          </Text>
        </Notice>
      )}
      {addenda.length > 0 && (
        <section className={classes.section} aria-label={t('addendum.title')}>
          <Title order={2} className={classes.sectionName}>
            {t('addendum.title')}
          </Title>
          {addenda.map(({ id, text, by, at }) => (
            <div key={id} className={classes.addendum}>
              <p dir="auto">{text}</p>
              <Dimmed size="xs">
                {by}, {dateTime(at)}
              </Dimmed>
            </div>
          ))}
        </section>
      )}
      {signature !== null && (
        <MayChange scope="clinical">
          <AddendumForm record={record} />
        </MayChange>
      )}
    </div>
  );
}

function AddendumForm({ record }: { readonly record: Transcript }) {
  const { t } = useTexts('clinical');
  const { id } = record;
  // A reload keeps what is being written.
  const [text, setText, clear] = useSessionStorage({ key: `chronoscribe-addendum-${id}`, defaultValue: '' });
  const add = useAction(() => api.POST('/api/v1/transcripts/{id}/addendum', { id, body: { text: text.trim() } }), {
    onSuccess: async () => {
      clear();
      await changed(record).onSuccess();
    },
  });
  return (
    <Stack gap="sm" className={page.noPrint}>
      <Textarea
        label={t('addendum.label')}
        description={t('addendum.help')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ErrorNote error={add.error} />
      <ActionButton variant="light" disabled={text.trim() === ''} action={add} style={{ alignSelf: 'flex-start' }}>
        {t('addendum.add')}
      </ActionButton>
    </Stack>
  );
}
