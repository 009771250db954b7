import { Group, Title } from '@mantine/core';
import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { memo, use, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, IconButton, notifyUndo } from '../../shared/action.tsx';
import { sectionText, useCopy } from './copy-text.ts';
import classes from './note.module.css';
import type { EditedStatement } from './pending-changes.ts';
import type { Transcript } from './record-query.ts';
import page from './review.module.css';
import { isMarked, type Selection } from './selection.ts';
import { Note, type StatementActions, StatementRow } from './statement-row.tsx';
import { type Editor, newKey } from './use-editor.ts';

/** The note, section by section, for editing unless it is signed. */
export function NotePane(props: {
  readonly record: Transcript;
  readonly editor: Editor;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Plays the words of a statement; undefined without sound. */
  readonly onPlay: ((evidence: readonly string[]) => void) | undefined;
}) {
  const { t } = useTranslation('clinical');
  const { record, editor, selection, onSelect, onPlay } = props;
  const names = useMemo(() => record.sections.map(({ name }) => name), [record.sections]);
  const saved = useMemo(
    () => new Map(record.sections.flatMap(({ statements }) => statements).map((each) => [each.id, each])),
    [record.sections],
  );
  const segments = useMemo(() => new Map(record.segments.map((each) => [each.id, each])), [record.segments]);
  const current = useRef(editor);
  current.current = editor;

  const move = useCallback((from: string, statement: EditedStatement, to: string) => {
    const { sections, change } = current.current;
    const of = (name: string) => sections.find((each) => each.name === name)?.statements ?? [];
    const left = of(from).filter(({ key }) => key !== statement.key);
    change({ sections: { [from]: left, [to]: [...of(to), statement] } });
  }, []);
  const setSection = useCallback((name: string, statements: readonly EditedStatement[], tag?: string) => {
    current.current.change({ sections: { [name]: statements } }, tag);
  }, []);
  const { undo } = editor;
  const removed = useCallback((tag: string) => notifyUndo(t('review.deleted'), () => undo(tag)), [t, undo]);
  const { readOnly } = editor;
  const isOfModel = record.providers.writer.model !== null;
  const note = useMemo(
    () => ({
      ...{ names, saved, segments, readOnly, isOfModel, onPlay, onSelect, onMove: move, onChange: setSection },
      ...{ onRemoved: removed, onBlur: () => current.current.saveNow() },
    }),
    [names, saved, segments, readOnly, isOfModel, onPlay, onSelect, move, setSection, removed],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields of the statements take the keys
    <div className={classes.note} onKeyDown={getHotkeyHandler(undoKeys(editor))}>
      <Note value={note}>
        {editor.sections.map((section) => (
          <SectionEditor key={section.name} name={section.name} statements={section.statements} selection={selection} />
        ))}
      </Note>
    </div>
  );
}

interface SectionProps {
  readonly name: string;
  readonly statements: readonly EditedStatement[];
  readonly selection: Selection;
}

const SectionEditor = memo(function SectionEditor(props: SectionProps) {
  const { t } = useTranslation('clinical');
  const { name, statements, selection } = props;
  const note = use(Note);
  const { readOnly } = note;
  const copy = useCopy();
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<string | undefined>(undefined);
  useEffect(() => {
    const key = focusNext.current;
    if (key === undefined) return;
    focusNext.current = undefined;
    list.current?.querySelector<HTMLTextAreaElement>(`[data-key="${CSS.escape(key)}"] textarea`)?.focus();
  });

  const latest = useRef({ ...note, ...props });
  latest.current = { ...note, ...props };
  // The same object for the life of the section, so that typing renders the one statement again and not all of them.
  const actions = useMemo((): StatementActions => {
    const set = (next: readonly EditedStatement[], tag?: string) =>
      latest.current.onChange(latest.current.name, next, tag);
    const place = (key: string) => latest.current.statements.findIndex((each) => each.key === key);
    return {
      write: (key, text) =>
        set(
          latest.current.statements.map((each) => (each.key === key ? { ...each, text } : each)),
          `write ${key}`,
        ),
      insertAfter: (key) => {
        const added: EditedStatement = { key: newKey(), text: '', evidence: [] };
        focusNext.current = added.key;
        set(
          latest.current.statements.toSpliced(key === undefined ? Number.POSITIVE_INFINITY : place(key) + 1, 0, added),
        );
      },
      shift: (key, by) => {
        const [index, all] = [place(key), latest.current.statements];
        const [moved, target] = [all[index], index + by];
        if (moved === undefined || target < 0 || target >= all.length) return;
        focusNext.current = key;
        set(all.toSpliced(index, 1).toSpliced(target, 0, moved));
      },
      remove: (key) => {
        const [index, all] = [place(key), latest.current.statements];
        focusNext.current = all[index - 1]?.key ?? all[index + 1]?.key;
        // One that was just emptied goes with its words, as one step.
        const isEmpty = all[index]?.text === '';
        const tag = isEmpty ? `write ${key}` : newKey();
        set(
          all.filter((each) => each.key !== key),
          tag,
        );
        if (!isEmpty) latest.current.onRemoved(tag);
      },
      moveTo: (key, to) => {
        const moved = latest.current.statements[place(key)];
        if (moved !== undefined) latest.current.onMove(latest.current.name, moved, to);
      },
      select: ({ key, evidence }) => latest.current.onSelect({ kind: 'statement', key, evidence }),
      finish: () => latest.current.onBlur(),
    };
  }, []);

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
      <ul ref={list} className={classes.statements}>
        {statements.map((statement, index) => (
          <StatementRow
            key={statement.key}
            statement={statement}
            label={t('review.statement', { section: name, number: index + 1 })}
            section={name}
            marked={isMarked(selection, statement.key, statement.evidence)}
            actions={actions}
          />
        ))}
      </ul>
      {!readOnly && (
        <ActionButton
          className={classes.add}
          variant="subtle"
          size="compact-sm"
          icon={IconPlus}
          onClick={() => actions.insertAfter(undefined)}
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
