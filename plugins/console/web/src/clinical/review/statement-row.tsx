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
import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { clockTime, useTexts } from '../../shared/i18n.ts';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import classes from './note.module.css';
import type { Note } from './note-pane.tsx';
import type { EditedStatement } from './pending-changes.ts';
import type { Statement } from './record-query.ts';

interface Props {
  readonly note: Note;
  readonly statement: EditedStatement;
  readonly section: string;
  readonly label: string;
  readonly marked: boolean;
}

/** One statement: its text, what is doubted about it, and the words that it rests on. */
export const StatementRow = memo(function StatementRow(props: Props) {
  const { t } = useTexts('clinical');
  const { note, section, statement, marked } = props;
  const { readOnly, isOfModel, actions } = note;
  const saved = statement.id === undefined ? undefined : note.saved.get(statement.id);
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
    if (event.key === 'Enter' && !event.shiftKey) actions.insertAfter(section, key);
    else if (event.key === 'Backspace' && statement.text === '') actions.remove(section, key);
    else if (event.altKey && event.key === 'ArrowUp') actions.shift(section, key, -1);
    else if (event.altKey && event.key === 'ArrowDown') actions.shift(section, key, 1);
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
          minRows={1}
          aria-label={props.label}
          placeholder={t('review.newStatement')}
          classNames={{ input: classes.text }}
          value={statement.text}
          onFocus={() => actions.select(statement)}
          onBlur={actions.finish}
          onChange={(event) => actions.write(section, key, event.currentTarget.value)}
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
  const { t } = useTexts('clinical');
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
function Evidence({ statement, note: { segments, onPlay, actions } }: Props) {
  const { t } = useTexts('clinical');
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

function StatementMenu({ note: { actions, names }, section, statement: { key }, label }: Props) {
  const { t } = useTexts('clinical');
  const others = names.filter((name) => name !== section);
  const remove = () => actions.remove(section, key);
  return (
    <IconMenu className={classes.statementMenu} label={t('review.statementMenu', { label })}>
      <MenuItem text={t('review.moveUp')} icon={IconArrowUp} onClick={() => actions.shift(section, key, -1)} />
      <MenuItem text={t('review.moveDown')} icon={IconArrowDown} onClick={() => actions.shift(section, key, 1)} />
      {others.map((other) => (
        <MenuItem
          text={t('review.moveTo', { section: other })}
          key={other}
          icon={IconArrowsRightLeft}
          onClick={() => actions.moveTo(section, key, other)}
        />
      ))}
      <Menu.Divider />
      <MenuItem text={t('review.deleteStatement')} color="red" icon={IconTrash} onClick={remove} />
    </IconMenu>
  );
}
