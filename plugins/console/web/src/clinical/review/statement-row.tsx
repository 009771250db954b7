import { Menu, Textarea } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsRightLeft,
  IconArrowUp,
  IconPlayerPlayFilled,
  IconQuote,
  IconRobot,
  IconTrash,
  IconUserEdit,
} from '@tabler/icons-react';
import { createContext, type KeyboardEvent, memo, use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../shared/format.ts';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import classes from './note.module.css';
import type { EditedStatement } from './pending-changes.ts';
import type { Segment, Statement } from './record-query.ts';
import type { Selection } from './selection.ts';

/** What can be done with the statements of a section, each named by its `key`. */
export interface StatementActions {
  readonly write: (key: string, text: string) => void;
  /** Adds one after that of the key, or at the end. */
  readonly insertAfter: (key: string | undefined) => void;
  readonly shift: (key: string, by: 1 | -1) => void;
  readonly remove: (key: string) => void;
  readonly moveTo: (key: string, section: string) => void;
  readonly select: (statement: EditedStatement) => void;
  /** Somebody left the field. */
  readonly finish: () => void;
}

/** What all statements of a note share. */
export const Note = createContext({
  /** The names of its sections. */
  names: [] as readonly string[],
  /** The statements as the host last checked them, by their ids. */
  saved: new Map() as ReadonlyMap<string, Statement>,
  segments: new Map() as ReadonlyMap<string, Segment>,
  readOnly: false,
  /** Whether a model wrote the note, so that who wrote each statement is worth telling. */
  isOfModel: false,
  /** Plays the words of a statement; undefined without sound. */
  onPlay: undefined as ((evidence: readonly string[]) => void) | undefined,
  onSelect: (_selection: Selection): void => undefined,
  onMove: (_from: string, _statement: EditedStatement, _to: string): void => undefined,
  onChange: (_section: string, _statements: readonly EditedStatement[], _tag?: string): void => undefined,
  onRemoved: (_tag: string): void => undefined,
  onBlur: (): void => undefined,
});

interface Props {
  readonly statement: EditedStatement;
  readonly section: string;
  readonly label: string;
  readonly marked: boolean;
  readonly actions: StatementActions;
}

/** One statement: its text, what is doubted about it, and the words that it rests on. */
export const StatementRow = memo(function StatementRow(props: Props) {
  const { t } = useTranslation('clinical');
  const { statement, marked, actions } = props;
  const { saved: all, readOnly, isOfModel } = use(Note);
  const saved = statement.id === undefined ? undefined : all.get(statement.id);
  const { key } = statement;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (marked && row.current?.contains(document.activeElement) === false) {
      row.current.scrollIntoView({ block: 'nearest' });
    }
  }, [marked]);
  // Doubts are about the text that was checked; one that has changed since is checked when it is saved.
  const checked = saved !== undefined && saved.text === statement.text ? saved : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey) actions.insertAfter(key);
    else if (event.key === 'Backspace' && statement.text === '') actions.remove(key);
    else if (event.altKey && event.key === 'ArrowUp') actions.shift(key, -1);
    else if (event.altKey && event.key === 'ArrowDown') actions.shift(key, 1);
    else return;
    event.preventDefault();
  };
  return (
    <li
      ref={row}
      className={classes.statement}
      data-key={key}
      data-marked={marked}
      data-doubted={checked?.grounded === false}
    >
      {readOnly ? (
        <button type="button" className={classes.readOnly} dir="auto" onClick={() => actions.select(statement)}>
          {statement.text}
        </button>
      ) : (
        <Textarea
          variant="unstyled"
          autosize
          minRows={1}
          aria-label={props.label}
          placeholder={t('review.newStatement')}
          classNames={{ input: classes.text }}
          value={statement.text}
          onFocus={() => actions.select(statement)}
          onBlur={actions.finish}
          onChange={(event) => actions.write(key, event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <div className={classes.below}>
        {checked?.grounded === false && (
          <span className={classes.doubt}>
            <IconAlertTriangle size={14} aria-hidden />
            {checked.doubts.map((doubt) => t(`doubt.${doubt}`, { defaultValue: doubt })).join(' ')}
          </span>
        )}
        {checked?.origin === 'person' && (
          <span className={classes.own}>
            <IconUserEdit size={14} aria-hidden /> {t('review.ownWords')}
          </span>
        )}
        {checked !== undefined && isOfModel && <Proof of={checked} />}
        <Evidence {...props} />
      </div>
      {!readOnly && <StatementMenu {...props} />}
    </li>
  );
});

/** Who wrote a statement, what it was compared by, and what stood there before the model corrected it. */
function Proof({ of: { origin, engine, checked, repaired } }: { readonly of: Statement }) {
  const { t } = useTranslation('clinical');
  if (origin === 'person' || checked === null) return null;
  return (
    <span className={classes.own} title={repaired === null ? undefined : t('proof.before', { text: repaired })}>
      {engine !== null && <IconRobot size={14} aria-hidden />}
      {engine === null ? t('proof.byRules') : t(`proof.${checked}`, { engine })}
      {repaired !== null && ` · ${t('proof.repaired')}`}
    </span>
  );
}

/** The places of a statement's words. A click shows them in the transcript, and plays them if there is sound. */
function Evidence({ statement, actions }: Props) {
  const { t } = useTranslation('clinical');
  const { segments, onPlay } = use(Note);
  const first = statement.evidence.map((id) => segments.get(id)).find((segment) => segment !== undefined);
  if (first === undefined) return null;
  const place = first.endMs > 0 ? clockTime(first.startMs) : t('review.source');
  const more = statement.evidence.length - 1;
  return (
    <button
      type="button"
      className={classes.evidence}
      title={first.text}
      onClick={() => {
        actions.select(statement);
        onPlay?.(statement.evidence);
      }}
    >
      {onPlay === undefined ? <IconQuote size={13} aria-hidden /> : <IconPlayerPlayFilled size={11} aria-hidden />}
      {place}
      {more > 0 && ` +${more}`}
    </button>
  );
}

function StatementMenu(props: Props) {
  const { t } = useTranslation('clinical');
  const { actions } = props;
  const { key } = props.statement;
  const others = use(Note).names.filter((name) => name !== props.section);
  return (
    <IconMenu className={classes.statementMenu} label={t('review.statementMenu', { label: props.label })}>
      <MenuItem text={t('review.moveUp')} icon={IconArrowUp} onClick={() => actions.shift(key, -1)} />
      <MenuItem text={t('review.moveDown')} icon={IconArrowDown} onClick={() => actions.shift(key, 1)} />
      {others.map((section) => (
        <MenuItem
          text={t('review.moveTo', { section })}
          key={section}
          icon={IconArrowsRightLeft}
          onClick={() => actions.moveTo(key, section)}
        />
      ))}
      <Menu.Divider />
      <MenuItem text={t('review.deleteStatement')} color="red" icon={IconTrash} onClick={() => actions.remove(key)} />
    </IconMenu>
  );
}
