import { Box } from '@mantine/core';
import { IconCircleCheck, IconLanguageOff, IconRefresh } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n.ts';
import look from '../../shared/look.module.css';
import { Dimmed, Empty, Notice } from '../../shared/page.tsx';
import { AddToSection, EvidenceRow } from './evidence-row.tsx';
import type { Transcript, Unmentioned } from './record-query.ts';
import type { EditedSection } from './use-editor.ts';

/** What was said, or written in a document, with content, and no statement conveys. */
export function UnmentionedPane(props: {
  readonly of: 'note' | 'document';
  /** Null if the record is of a version that did not look for it. */
  readonly entries: readonly Unmentioned[] | null;
  /** Whose rules read the source; null if there are none. */
  readonly language: string | null;
  /** Names of speakers, as far as they are known. */
  readonly names?: ReadonlyMap<string, string>;
  /** How an entry can be taken up; undefined if it cannot, as in a signed note. */
  readonly adding?: {
    readonly sections: readonly string[];
    readonly best: (entry: Unmentioned) => string | undefined;
    readonly onAdd: (entry: Unmentioned, section: string) => void;
  };
}) {
  const { t } = useTexts('clinical');
  const { of: context, entries, language, names, adding } = props;
  if (entries === null)
    return <Empty icon={IconRefresh} title={t('unmentioned.unknown')} text={t('unmentioned.unknownText')} />;
  return (
    <Box p={context === 'note' ? '1rem 1.25rem 3rem' : 0}>
      {language === null && (
        <Notice tone="warn" icon={IconLanguageOff} title={t('unmentioned.noRules')}>
          {t('unmentioned.noRulesText')}
        </Notice>
      )}
      {entries.length === 0 ? (
        <Empty
          icon={IconCircleCheck}
          title={t('unmentioned.none', { context })}
          text={t('unmentioned.noneText', { context })}
        />
      ) : (
        <>
          <Dimmed mb="sm">{t('unmentioned.intro', { count: entries.length, context })}</Dimmed>
          <ul className={look.list}>
            {entries.map((entry) => {
              const { text, evidence, speaker } = entry;
              const best = adding?.best(entry);
              return (
                <EvidenceRow
                  key={keyOf(entry)}
                  text={text}
                  detail={speaker === null ? '' : (names?.get(speaker) ?? speaker)}
                  evidence={evidence}
                >
                  {adding !== undefined && best !== undefined && (
                    <AddToSection
                      sections={adding.sections}
                      best={best}
                      onAdd={(section) => adding.onAdd(entry, section)}
                    />
                  )}
                </EvidenceRow>
              );
            })}
          </ul>
        </>
      )}
    </Box>
  );
}

/**
 * What the note as it is edited leaves out: what is taken up leaves the list at once. Null if it was not looked for.
 */
export function leftOut(
  { coverage: { unmentioned } }: Pick<Transcript, 'coverage'>,
  sections: readonly EditedSection[],
): readonly Unmentioned[] | null {
  const taken = new Set(sections.flatMap(({ statements }) => statements.map(keyOf)));
  return unmentioned?.filter((entry) => !taken.has(keyOf(entry))) ?? null;
}

function keyOf({ text, evidence }: { readonly text: string; readonly evidence: readonly string[] }): string {
  return `${evidence.join()} ${text}`;
}
