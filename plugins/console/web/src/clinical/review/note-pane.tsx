import { Group, Title } from '@mantine/core';
import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, IconButton } from '../../shared/action.tsx';
import { sectionText, useCopy } from './copy-text.ts';
import classes from './note.module.css';
import page from './review.module.css';
import { isMarked, type Selection } from './selection.ts';
import { StatementRow } from './statement-row.tsx';
import type { EditedSection, Editor } from './use-editor.ts';
import { type Note, type NoteProps, useNote } from './use-note.ts';

/** The note, section by section, for editing unless it is signed. */
export function NotePane({ selection, ...props }: NoteProps & { readonly selection: Selection }) {
  const note = useNote(props);
  const { editor } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields of the statements take the keys
    <div className={classes.note} onKeyDown={getHotkeyHandler(undoKeys(editor))}>
      {editor.sections.map((section) => (
        <SectionEditor key={section.name} {...section} note={note} selection={selection} />
      ))}
    </div>
  );
}

const SectionEditor = memo(function SectionEditor(
  props: EditedSection & { readonly note: Note; readonly selection: Selection },
) {
  const { t } = useTranslation('clinical');
  const { name, statements, note, selection } = props;
  const copy = useCopy();
  return (
    <section className={classes.section} aria-label={name}>
      <Group justify="space-between" gap="xs" wrap="nowrap" className={classes.sectionHead}>
        <Title order={2} className={classes.sectionName}>
          {name}
        </Title>
        {statements.length > 0 && (
          <IconButton
            icon={IconCopy}
            iconSize={15}
            className={page.noPrint}
            size={28}
            label={t('review.copySection', { section: name })}
            title={t('review.copySection', { section: name })}
            onClick={() => void copy(sectionText(statements))}
          />
        )}
      </Group>
      {statements.length === 0 && <p className={classes.notDocumented}>{t('review.notDocumented')}</p>}
      <ul className={classes.statements}>
        {statements.map((statement, index) => (
          <StatementRow
            key={statement.key}
            note={note}
            statement={statement}
            label={t('review.statement', { section: name, number: index + 1 })}
            section={name}
            marked={isMarked(selection, statement.key, statement.evidence)}
          />
        ))}
      </ul>
      {!note.readOnly && (
        <ActionButton
          className={classes.add}
          variant="subtle"
          size="compact-sm"
          icon={IconPlus}
          onClick={() => note.actions.insertAfter(name)}
        >
          {t('review.addStatement')}
        </ActionButton>
      )}
    </section>
  );
});

/** The keys that take changes back. In a field of the note they act on the whole of it, not on the field alone. */
function undoKeys({ undo, redo, readOnly }: Editor): HotkeyItem[] {
  if (readOnly) return [];
  return [
    ['mod+Z', () => undo()],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ];
}
