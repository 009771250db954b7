import { Anchor, Box, Group, Text, Title, UnstyledButton } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconLanguageOff,
  IconListSearch,
  IconPlus,
  IconRefresh,
} from '@tabler/icons-react';
import { createContext, type ReactNode, use, useId } from 'react';
import { ActionButton } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import look from '../../shared/look.module.css';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import { Dimmed, Empty, Notice } from '../../shared/page.tsx';
import type { Fact, Transcript, Unmentioned } from './record-query.ts';
import type { EditedSection } from './use-editor.ts';

/** Shows where something was said or found, by the ids of passages. */
export const ShowEvidence = createContext((_evidence: readonly string[]): void => undefined);

/** A text that shows where it is from. */
export function Citing({ evidence, children }: { readonly evidence: readonly string[]; readonly children: string }) {
  const look = { inherit: true, c: 'inherit', mih: '1.5rem', ta: 'left', dir: 'auto' } as const;
  const show = use(ShowEvidence);
  return (
    <Anchor component="button" type="button" {...look} onClick={() => show(evidence)}>
      {children}
    </Anchor>
  );
}

/** What was said or found, as rows below a title. */
export function EvidenceList(props: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} mt="1.1rem" mb="0.4rem" fz="sm">
        {props.title}
      </Title>
      {props.note}
      <ul className={look.list}>{props.children}</ul>
    </section>
  );
}

/** What was said or found, with its detail; a click shows where. `children`: what can be done with it. */
export function EvidenceRow(props: {
  readonly text: string;
  readonly detail: string;
  readonly evidence: readonly string[];
  readonly children?: ReactNode;
}) {
  const { text, detail, evidence, children } = props;
  const show = use(ShowEvidence);
  return (
    <Group component="li" justify="flex-end" gap="0.35rem 0.75rem" p="0.3rem 0.75rem">
      <UnstyledButton flex="1 1 18rem" miw={0} mih="1.75rem" fz="md" onClick={() => show(evidence)}>
        <Text span inherit className={look.shows}>
          {text}
        </Text>
        <Dimmed span size="xs" ml="0.6rem">
          {detail}
        </Dimmed>
      </UnstyledButton>
      {children}
    </Group>
  );
}

/** A button that adds something to the section it fits best, and a menu with the others. */
function AddToSection(props: {
  /** Those of the note; `best` is one of them. */
  readonly sections: readonly string[];
  readonly best: string;
  readonly onAdd: (section: string) => void;
}) {
  const { t } = useTexts('clinical');
  const { sections, best, onAdd } = props;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionButton size="compact-sm" variant="light" icon={IconPlus} onClick={() => onAdd(best)}>
        {t('facts.addTo', { section: best })}
      </ActionButton>
      <IconMenu
        icon={IconChevronDown}
        iconSize={15}
        size="md"
        variant="light"
        color="petrol"
        label={t('facts.otherSection')}
      >
        {sections.map((section) => (
          <MenuItem text={section} key={section} onClick={() => onAdd(section)} />
        ))}
      </IconMenu>
    </Group>
  );
}

/** What was said that is clinically relevant: first what the note leaves out, then the rest by its kind. */
export function FactsPane(props: {
  readonly record: Transcript;
  /** Adds a fact to a section; undefined for a signed note. */
  readonly onAdd: ((fact: Fact, section: string) => void) | undefined;
}) {
  const { t } = useTexts('clinical');
  const { facts, coverage, sections } = props.record;
  if (facts.length === 0) return <Empty icon={IconListSearch} title={t('facts.none')} text={t('facts.noneText')} />;
  const missing = facts.filter(({ in_note }) => !in_note);
  const kinds = Map.groupBy(
    facts.filter(({ in_note }) => in_note),
    ({ kind }) => kind,
  );
  const names = sections.map(({ name }) => name);
  const row = (fact: Fact, onAdd: typeof props.onAdd) => {
    const { id, kind, assertion, of: whose, in_note, evidence } = fact;
    const best = sectionFor(kind, names);
    const details = [
      in_note ? undefined : t(`fact.${kind}`),
      assertion === 'present' ? undefined : t(`assertion.${assertion}`),
      whose === 'patient' ? undefined : t(`of.${whose}`),
    ];
    const detail = details.filter((part) => part !== undefined).join(' · ');
    return (
      <EvidenceRow key={id} text={factText(fact)} detail={detail} evidence={evidence}>
        {in_note && <IconCheck size={16} color="var(--cs-good)" aria-label={t('facts.inNote')} />}
        {onAdd !== undefined && best !== undefined && (
          <AddToSection sections={names} best={best} onAdd={(section) => onAdd(fact, section)} />
        )}
      </EvidenceRow>
    );
  };
  return (
    <Box p="1rem 1.25rem 3rem">
      <Dimmed>{t('facts.coverage', { in_note: coverage.in_note, count: coverage.facts })}</Dimmed>
      {missing.length > 0 && (
        <EvidenceList title={t('facts.missing')}>{missing.map((fact) => row(fact, props.onAdd))}</EvidenceList>
      )}
      {[...kinds].map(([kind, inNote]) => (
        <EvidenceList key={kind} title={t(`fact.${kind}`)}>
          {inNote.map((fact) => row(fact, undefined))}
        </EvidenceList>
      ))}
    </Box>
  );
}

/** The section that a kind of fact belongs in, by the words that names of sections have in templates. */
const places: Readonly<Record<Fact['kind'], RegExp>> = {
  allergy: /allerg|subjective|history|data/i,
  medication: /medication|subjective|history|data/i,
  problem: /assessment|problem|diagnos|data/i,
  symptom: /subjective|complaint|history|data|situation/i,
  vital: /objective|exam|data|behavio/i,
  score: /objective|exam|data|behavio/i,
  finding: /objective|exam|data|behavio/i,
  result: /objective|result|data/i,
  order: /plan|recommend/i,
  procedure: /plan|intervention/i,
  advice: /plan|recommend|intervention/i,
  red_flag: /assessment|subjective|data/i,
  follow_up: /plan|follow/i,
  history: /history|subjective|data/i,
  family: /family|history|subjective|data/i,
  social: /social|history|subjective|data/i,
  safety: /assessment|safety|risk|subjective|data/i,
};

/** The section of a note that a fact is best added to. @param sections the note's sections; at least one */
function sectionFor(kind: Fact['kind'], sections: readonly string[]): string | undefined {
  return sections.find((name) => places[kind].test(name)) ?? sections[0];
}

/** A fact in words, such as `amoxicillin, 500 mg`. */
export function factText({ text, value, unit }: Fact): string {
  if (value === null || text.includes(value)) return text;
  return `${text}, ${unit === null ? value : `${value} ${unit}`}`;
}

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
