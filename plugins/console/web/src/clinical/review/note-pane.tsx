import { Group, Title } from '@mantine/core';
import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { ActionButton, IconButton, notify, notifyUndo } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import classes from './note.module.css';
import type { EditedStatement } from './pending-changes.ts';
import type { Transcript } from './record-query.ts';
import page from './review.module.css';
import { StatementRow } from './statement-row.tsx';
import { type EditedSection, type Editor, newKey } from './use-editor.ts';

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
  const { t } = useTexts('clinical');
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

interface NoteProps {
  readonly record: Transcript;
  readonly editor: Editor;
  readonly onSelect: (selection: Selection) => void;
  /** Plays the words of a statement; undefined without sound. */
  readonly onPlay: ((evidence: readonly string[]) => void) | undefined;
}

/** What all statements of a note share. It stays the same while somebody types, which so renders one of them again. */
function useNote({ record, editor, onSelect, onPlay }: NoteProps) {
  const actions = useActions(editor, onSelect);
  const { sections, segments, providers } = record;
  const { readOnly } = editor;
  const isOfModel = providers.writer.model !== null;
  return useMemo(
    () => ({
      names: sections.map(({ name }) => name),
      /** The statements as the host last checked them, by their ids. */
      saved: new Map(sections.flatMap(({ statements }) => statements).map((each) => [each.id, each])),
      segments: new Map(segments.map((each) => [each.id, each])),
      readOnly,
      /** Whether a model wrote the note, so that who wrote each statement is worth telling. */
      isOfModel,
      onPlay,
      actions,
    }),
    [sections, segments, readOnly, isOfModel, onPlay, actions],
  );
}

export type Note = ReturnType<typeof useNote>;

/** What can be done with statements, each named by its section and its key. */
function useActions(editor: Editor, onSelect: NoteProps['onSelect']) {
  const { t } = useTexts('clinical');
  const latest = useRef(editor);
  latest.current = editor;
  const focusNext = useRef<string | undefined>(undefined);
  useEffect(() => {
    const key = focusNext.current;
    if (key === undefined) return;
    focusNext.current = undefined;
    document.querySelector<HTMLTextAreaElement>(`[data-key="${CSS.escape(key)}"] textarea`)?.focus();
  });
  return useMemo(() => {
    const inSection = (section: string) =>
      latest.current.sections.find(({ name }) => name === section)?.statements ?? [];
    const find = (section: string, key: string) => {
      const all = inSection(section);
      return { all, index: all.findIndex((each) => each.key === key) };
    };
    const set = (section: string, statements: readonly EditedStatement[], tag?: string) =>
      latest.current.change({ sections: { [section]: statements } }, tag);
    return {
      write(section: string, key: string, text: string): void {
        const { all, index } = find(section, key);
        const before = all[index];
        if (before !== undefined) set(section, all.with(index, { ...before, text }), `write ${key}`);
      },
      /** Adds one after that of the key, or at the end. */
      insertAfter(section: string, key?: string): void {
        const added: EditedStatement = { key: newKey(), text: '', evidence: [] };
        focusNext.current = added.key;
        const { all, index } = find(section, key ?? '');
        set(section, all.toSpliced(index < 0 ? all.length : index + 1, 0, added));
      },
      shift(section: string, key: string, by: 1 | -1): void {
        const { all, index } = find(section, key);
        const [moved, target] = [all[index], index + by];
        if (moved === undefined || target < 0 || target >= all.length) return;
        focusNext.current = key;
        set(section, all.toSpliced(index, 1).toSpliced(target, 0, moved));
      },
      remove(section: string, key: string): void {
        const { all, index } = find(section, key);
        focusNext.current = all[index - 1]?.key ?? all[index + 1]?.key;
        // One that was just emptied goes with its words, as one step.
        const isEmpty = all[index]?.text === '';
        const tag = isEmpty ? `write ${key}` : newKey();
        set(section, all.toSpliced(index, 1), tag);
        if (!isEmpty) notifyUndo(t('review.deleted'), () => latest.current.undo(tag));
      },
      moveTo(section: string, key: string, to: string): void {
        const { all, index } = find(section, key);
        const moved = all.slice(index, index + 1);
        const sections = { [section]: all.toSpliced(index, 1), [to]: [...inSection(to), ...moved] };
        latest.current.change({ sections });
      },
      select: ({ key, evidence }: EditedStatement) => onSelect({ kind: 'statement', key, evidence }),
      /** Somebody left the field. */
      finish: () => latest.current.saveNow(),
    };
  }, [onSelect, t]);
}

/** What is selected: a statement, which shows its words, or a segment, which shows the statements that cite it. */
export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'statement'; readonly key: string; readonly evidence: readonly string[] }
  | { readonly kind: 'segment'; readonly id: string }
  | { readonly kind: 'evidence'; readonly evidence: readonly string[] };

/** The segments that the transcript marks. */
export function markedSegments(selection: Selection): readonly string[] {
  if (selection.kind === 'segment') return [selection.id];
  return selection.kind === 'none' ? [] : selection.evidence;
}

/** Whether the note marks a statement. */
function isMarked(selection: Selection, key: string, evidence: readonly string[]): boolean {
  if (selection.kind === 'segment') return evidence.includes(selection.id);
  return selection.kind === 'statement' && selection.key === key;
}

/** Copies text to the clipboard, and says whether that was possible. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTexts('clinical');
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notify(t('action.copied'));
    } catch {
      notify(t('review.noClipboard'), { color: 'red' });
    }
  };
}

/** The statements of a section, one a line, as another system takes them. */
function sectionText(statements: EditedSection['statements']): string {
  return statements.map(({ text }) => text).join('\n');
}

/** The whole note with its headings, and what was added since it was signed under `addendaTitle`. */
export function noteTextOf(
  sections: readonly EditedSection[],
  addenda: Transcript['addenda'],
  addendaTitle: string,
): string {
  const parts = sections.map(({ name, statements }) => `${name}\n${sectionText(statements)}`.trim());
  const added = addenda.map(({ text, by }) => `${text} (${by})`);
  return [...parts, ...(added.length === 0 ? [] : [[addendaTitle, ...added].join('\n')])].join('\n\n');
}
