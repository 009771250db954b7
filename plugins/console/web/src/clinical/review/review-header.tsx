import { Box, Group, Menu, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconDownload,
  IconLockOpen,
  IconPrinter,
  IconSignature,
  IconTrash,
  IconUserEdit,
  IconWand,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useExtensions } from '../../extensions/extensions.ts';
import { useMayChange, useSession } from '../../session/session.ts';
import { ActionButton, notify } from '../../shared/action.tsx';
import { Dialog } from '../../shared/form.tsx';
import { dotted, useTexts } from '../../shared/i18n.ts';
import { useKeys } from '../../shared/keys.ts';
import { StatusBadge } from '../../shared/list.tsx';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import { Dimmed } from '../../shared/page.tsx';
import { nameOf, useDeletion, useWarningText } from '../records.ts';
import classes from './header.module.css';
import { noteTextOf, useCopy } from './note-pane.tsx';
import type { Transcript } from './record-query.ts';
import page from './review.module.css';
import { PatientForm, ReopenForm, RewriteForm, SignForm } from './review-dialogs.tsx';
import type { Editor } from './use-editor.ts';

/** A letter is offered with what its statements rest on, too. */
const withSources = (format: string) => (format === 'pdf' ? [format, `${format}&citations=true`] : [format]);
const dialogs = {
  sign: { title: 'sign.title', Fields: SignForm },
  rewrite: { title: 'rewrite.title', Fields: RewriteForm },
  reopen: { title: 'reopen.title', Fields: ReopenForm },
  patient: { title: 'review.patient', Fields: PatientForm },
} as const;
const tones = { draft: 'neutral', signed: 'good', amended: 'good' } as const;

/** Whose note it is, its state, whether all is saved, and what can be done with the whole of it. */
export function ReviewHeader({ record, editor }: { readonly record: Transcript; readonly editor: Editor }) {
  const { t, day, date } = useTexts('clinical');
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const shown = dialog && dialogs[dialog];
  const { patient, visit, warnings } = record;
  const name = nameOf(record) || t('today.unnamed');
  const isDraft = !editor.readOnly;
  const details = dotted(
    patient?.identifier,
    patient?.birth_date && `* ${day(patient.birth_date)}`,
    visit?.date === undefined ? date(record.createdAt) : day(visit.date),
    ...[visit?.reason, visit?.clinician, visit?.location],
  );
  const copy = useCopy();
  const warningText = useWarningText();
  const { formats } = useExtensions();
  const isAdmin = useSession().scopes.includes('admin');
  const mayChange = useMayChange('clinical');
  const wasSigned = record.signature !== null || record.reopenings.length > 0;
  const remove = useDeletion('transcripts', record.id);
  const canSign = isDraft && !editor.unsaved;
  useKeys(canSign ? [{ key: 'S', text: t('sign.title'), act: () => setDialog('sign') }] : []);
  return (
    <header className={classes.header}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box flex="1 1 20rem" miw={0}>
          <Group gap="sm" wrap="wrap">
            <Title order={1} fz="1.25rem" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <StatusBadge tone={tones[record.status]}>{t(`status.${record.status}`)}</StatusBadge>
          </Group>
          <Dimmed>{details}</Dimmed>
        </Box>
        <Group gap="xs" className={page.noPrint}>
          {isDraft && (
            <Dimmed role="status" style={{ whiteSpace: 'nowrap' }}>
              {editor.isSaving ? t('state.saving') : editor.unsaved ? t('state.notSaved') : t('state.saved')}
            </Dimmed>
          )}
          {isDraft && (
            <ActionButton
              icon={IconSignature}
              disabled={!canSign}
              aria-keyshortcuts="S"
              onClick={() => setDialog('sign')}
            >
              {t('sign.sign')}
            </ActionButton>
          )}
          <IconMenu iconSize={18} variant="default" size={36} label={t('review.actions')} width={240}>
            <MenuItem
              text={t('review.copyNote')}
              icon={IconCopy}
              onClick={() => void copy(noteTextOf(editor.sections, record.addenda, t('addendum.title')))}
            />
            <MenuItem text={t('review.print')} icon={IconPrinter} onClick={() => print()} />
            {isDraft &&
              (
                [
                  ['action.undo', IconArrowBackUp, editor.canUndo, () => editor.undo()],
                  ['action.redo', IconArrowForwardUp, editor.canRedo, editor.redo],
                  ['review.patient', IconUserEdit, true, () => setDialog('patient')],
                  ['rewrite.title', IconWand, !editor.unsaved, () => setDialog('rewrite')],
                ] as const
              ).map(([text, icon, can, act]) => (
                <MenuItem key={text} text={t(text)} icon={icon} disabled={!can} onClick={act} />
              ))}
            <Menu.Label>{t('review.export')}</Menu.Label>
            {formats.flatMap(withSources).map((format) => (
              <MenuItem
                text={t(`export.${format}`, { defaultValue: format })}
                key={format}
                href={`/api/v1/transcripts/${encodeURIComponent(record.id)}/export?format=${format}`}
                icon={IconDownload}
              />
            ))}
            {mayChange && (isAdmin || !wasSigned) && (
              <>
                <Menu.Divider />
                {record.signature !== null && (
                  <MenuItem text={t('reopen.title')} icon={IconLockOpen} onClick={() => setDialog('reopen')} />
                )}
                <MenuItem
                  text={t('delete.delete')}
                  icon={IconTrash}
                  c="var(--cs-bad)"
                  disabled={editor.unsaved}
                  action={() => remove().then(() => notify(t('delete.done')))}
                  ask={{
                    title: t('delete.title', { name }),
                    text: t(wasSigned ? 'delete.signedText' : 'delete.text', { count: record.version }),
                    confirm: t('delete.delete'),
                    color: 'red',
                  }}
                />
              </>
            )}
          </IconMenu>
        </Group>
      </Group>
      {record.status === 'draft' && warnings.length > 0 && (
        <details className={classes.warnings}>
          <summary>
            <IconAlertTriangle size={16} aria-hidden /> {t('review.warnings', { count: warnings.length })}
          </summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warningText(warning)}</li>
            ))}
          </ul>
        </details>
      )}
      {shown && (
        <Dialog opened onClose={() => setDialog(undefined)} title={t(shown.title)} size="lg">
          <shown.Fields record={record} editor={editor} />
        </Dialog>
      )}
    </header>
  );
}
