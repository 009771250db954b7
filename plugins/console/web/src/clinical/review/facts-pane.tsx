import { Box } from '@mantine/core';
import { IconCheck, IconListSearch } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n.ts';
import { Dimmed, Empty } from '../../shared/page.tsx';
import { AddToSection, EvidenceList, EvidenceRow } from './evidence-row.tsx';
import type { Fact, Transcript } from './record-query.ts';

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
  return (
    <Box p="1rem 1.25rem 3rem">
      <Dimmed>{t('facts.coverage', { in_note: coverage.in_note, count: coverage.facts })}</Dimmed>
      {missing.length > 0 && (
        <EvidenceList title={t('facts.missing')}>
          {missing.map((fact) => (
            <FactRow key={fact.id} fact={fact} sections={names} onAdd={props.onAdd} />
          ))}
        </EvidenceList>
      )}
      {[...kinds].map(([kind, inNote]) => (
        <EvidenceList key={kind} title={t(`fact.${kind}`)}>
          {inNote.map((fact) => (
            <FactRow key={fact.id} fact={fact} sections={names} onAdd={undefined} />
          ))}
        </EvidenceList>
      ))}
    </Box>
  );
}

function FactRow(props: {
  readonly fact: Fact;
  readonly sections: readonly string[];
  readonly onAdd: ((fact: Fact, section: string) => void) | undefined;
}) {
  const { t } = useTexts('clinical');
  const { fact, onAdd } = props;
  const best = sectionFor(fact.kind, props.sections);
  return (
    <EvidenceRow
      text={factText(fact)}
      detail={[
        fact.in_note ? undefined : t(`fact.${fact.kind}`),
        fact.assertion === 'present' ? undefined : t(`assertion.${fact.assertion}`),
        fact.of === 'patient' ? undefined : t(`of.${fact.of}`),
      ]
        .filter((part) => part !== undefined)
        .join(' · ')}
      evidence={fact.evidence}
    >
      {fact.in_note && <IconCheck size={16} color="var(--cs-good)" aria-label={t('facts.inNote')} />}
      {onAdd !== undefined && best !== undefined && (
        <AddToSection sections={props.sections} best={best} onAdd={(section) => onAdd(fact, section)} />
      )}
    </EvidenceRow>
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
