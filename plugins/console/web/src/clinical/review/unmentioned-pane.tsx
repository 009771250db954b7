import { Text } from '@mantine/core';
import { IconCircleCheck, IconLanguageOff, IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { Notice } from '../../shared/notice.tsx';
import { AddToSection } from './add-to-section.tsx';
import { nearestSection } from './nearest-section.ts';
import type { Transcript, Unmentioned } from './record-query.ts';
import classes from './unmentioned.module.css';
import type { Editor } from './use-editor.ts';

/** What was said with content, and no statement conveys. What is taken up leaves the list at once. */
export function UnmentionedPane(props: {
  readonly record: Transcript;
  readonly editor: Editor;
  readonly onShow: (evidence: readonly string[]) => void;
  /** Adds an entry to a section; undefined for a signed note. */
  readonly onAdd: ((entry: Unmentioned, section: string) => void) | undefined;
}) {
  const { t } = useTranslation('clinical');
  const { record, editor, onShow, onAdd } = props;
  const { language } = record.coverage;
  const left = useMemo(() => leftOut(record, editor.sections), [record, editor.sections]);
  const names = useMemo(
    () => new Map(record.speakers.map(({ speaker, name }) => [speaker, name ?? speaker])),
    [record.speakers],
  );
  if (left === null)
    return <Empty icon={IconRefresh} title={t('unmentioned.unknown')} text={t('unmentioned.unknownText')} />;
  const sections = editor.sections.map(({ name }) => name);
  return (
    <div className={classes.pane}>
      {language === null && (
        <Notice tone="warn" icon={IconLanguageOff} title={t('unmentioned.noRules')}>
          <Text size="sm">{t('unmentioned.noRulesText')}</Text>
        </Notice>
      )}
      {left.length === 0 ? (
        <Empty icon={IconCircleCheck} title={t('unmentioned.none')} text={t('unmentioned.noneText')} />
      ) : (
        <>
          <Text size="sm" c="dimmed" className={classes.intro}>
            {t('unmentioned.intro', { count: left.length })}
          </Text>
          <ul className={classes.list}>
            {left.map((entry) => {
              const best = nearestSection(entry.evidence, record.segments, editor.sections);
              return (
                <li key={keyOf(entry)} className={classes.entry}>
                  <button type="button" className={classes.words} onClick={() => onShow(entry.evidence)}>
                    {entry.speaker !== null && (
                      <span className={classes.speaker}>{names.get(entry.speaker) ?? entry.speaker}</span>
                    )}
                    <span className={classes.text}>{entry.text}</span>
                  </button>
                  {onAdd !== undefined && best !== undefined && (
                    <AddToSection sections={sections} best={best} onAdd={(section) => onAdd(entry, section)} />
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}

/** What the note as it is edited leaves out; null if the record is of a version that did not look for it. */
export function leftOut(
  { coverage: { unmentioned } }: Pick<Transcript, 'coverage'>,
  sections: Editor['sections'],
): readonly Unmentioned[] | null {
  const taken = new Set(sections.flatMap(({ statements }) => statements.map(keyOf)));
  return unmentioned?.filter((entry) => !taken.has(keyOf(entry))) ?? null;
}

function keyOf({ text, evidence }: { readonly text: string; readonly evidence: readonly string[] }): string {
  return `${evidence.join()} ${text}`;
}
