import { Button, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedStatement } from './pending-changes.ts';
import type { Segment, Statement, Transcript } from './record-query.ts';
import classes from './review.module.css';
import { isMarked, type Selection } from './selection.ts';
import { StatementRow } from './statement-row.tsx';
import type { Editor } from './use-editor.ts';

/** The note, section by section, for editing unless it is signed. */
export function NotePane(props: {
  readonly record: Transcript;
  readonly editor: Editor;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Plays the words of a statement; undefined without sound. */
  readonly onPlay: ((evidence: readonly string[]) => void) | undefined;
}) {
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
    const { sections, setSection } = current.current;
    const of = (name: string) => sections.find((each) => each.name === name)?.statements ?? [];
    setSection(
      from,
      of(from).filter(({ key }) => key !== statement.key),
    );
    setSection(to, [...of(to), statement]);
  }, []);
  const setSection = useCallback((name: string, statements: readonly EditedStatement[]) => {
    current.current.setSection(name, statements);
  }, []);
  const saveNow = useCallback(() => current.current.saveNow(), []);

  return (
    <div className={classes.note}>
      {editor.sections.map((section) => (
        <SectionEditor
          key={section.name}
          name={section.name}
          statements={section.statements}
          sectionNames={names}
          saved={saved}
          segments={segments}
          readOnly={record.status !== 'draft'}
          selection={selection}
          onSelect={onSelect}
          onPlay={onPlay}
          onChange={setSection}
          onMove={move}
          onBlur={saveNow}
        />
      ))}
    </div>
  );
}

interface SectionProps {
  readonly name: string;
  readonly statements: readonly EditedStatement[];
  readonly sectionNames: readonly string[];
  readonly saved: ReadonlyMap<string, Statement>;
  readonly segments: ReadonlyMap<string, Segment>;
  readonly readOnly: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onPlay: ((evidence: readonly string[]) => void) | undefined;
  readonly onChange: (name: string, statements: readonly EditedStatement[]) => void;
  readonly onMove: (from: string, statement: EditedStatement, to: string) => void;
  readonly onBlur: () => void;
}

const SectionEditor = memo(function SectionEditor(props: SectionProps) {
  const { t } = useTranslation('clinical');
  const { name, statements, selection, readOnly } = props;
  const set = (next: readonly EditedStatement[]) => props.onChange(name, next);
  const focusNext = useRef<string | undefined>(undefined);

  const insertAfter = (index: number) => {
    const added: EditedStatement = { key: newKey(), text: '', evidence: [] };
    focusNext.current = added.key;
    set([...statements.slice(0, index + 1), added, ...statements.slice(index + 1)]);
  };
  const shift = (index: number, by: 1 | -1) => {
    const moved = statements[index];
    const target = index + by;
    if (moved === undefined || target < 0 || target >= statements.length) return;
    const rest = statements.filter((_, each) => each !== index);
    focusNext.current = moved.key;
    set([...rest.slice(0, target), moved, ...rest.slice(target)]);
  };
  const remove = (index: number) => {
    focusNext.current = statements[index - 1]?.key ?? statements[index + 1]?.key;
    set(statements.filter((_, each) => each !== index));
  };

  return (
    <section className={classes.section} aria-label={name}>
      <Title order={2} className={classes.sectionName}>
        {name}
      </Title>
      {statements.length === 0 && <p className={classes.notDocumented}>{t('review.notDocumented')}</p>}
      <ul className={classes.statements}>
        {statements.map((statement, index) => (
          <StatementRow
            key={statement.key}
            statement={statement}
            label={t('review.statement', { section: name, number: index + 1 })}
            saved={statement.id === undefined ? undefined : props.saved.get(statement.id)}
            segments={props.segments}
            readOnly={readOnly}
            marked={isMarked(selection, statement.key, statement.evidence)}
            takesFocus={() => {
              const wanted = focusNext.current === statement.key;
              if (wanted) focusNext.current = undefined;
              return wanted;
            }}
            otherSections={props.sectionNames.filter((each) => each !== name)}
            onSelect={() => props.onSelect({ kind: 'statement', key: statement.key, evidence: statement.evidence })}
            onPlay={props.onPlay}
            onText={(text) => set(statements.map((each, at) => (at === index ? { ...each, text } : each)))}
            onShift={(by) => shift(index, by)}
            onInsert={() => insertAfter(index)}
            onRemove={() => remove(index)}
            onMoveTo={(to) => props.onMove(name, statement, to)}
            onBlur={props.onBlur}
          />
        ))}
      </ul>
      {!readOnly && (
        <Button
          className={classes.add}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => insertAfter(statements.length - 1)}
        >
          {t('review.addStatement')}
        </Button>
      )}
    </section>
  );
});

/** A key for a statement that is not saved yet. Randomness needs no secure page here. */
export function newKey(): string {
  return `new-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
