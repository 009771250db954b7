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
import { dotted, useTexts } from '../../shared/i18n.ts';
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

/** How something that was said and is not in the note can be taken up. */
export interface Adding<Entry> {
  /** Those of the note; `best` is one of them. */
  readonly sections: readonly string[];
  readonly best: (entry: Entry) => string | undefined;
  readonly onAdd: (entry: Entry, section: string) => void;
}

/** A button that adds something to the section it fits best, and a menu with the others. Nothing if it cannot be added. */
function AddToSection<Entry>({ entry, adding }: { readonly entry: Entry; readonly adding: Adding<Entry> | undefined }) {
  const { t } = useTexts('clinical');
  const best = adding?.best(entry);
  if (adding === undefined || best === undefined) return null;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionButton size="compact-sm" variant="light" icon={IconPlus} onClick={() => adding.onAdd(entry, best)}>
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
        {adding.sections.map((section) => (
          <MenuItem text={section} key={section} onClick={() => adding.onAdd(entry, section)} />
        ))}
      </IconMenu>
    </Group>
  );
}

/** What was said that is clinically relevant: first what the note leaves out, then the rest by its kind. */
export function FactsPane(props: {
  readonly record: Transcript;
  /** Undefined for a signed note. */
  readonly adding: Adding<Fact> | undefined;
}) {
  const { t } = useTexts('clinical');
  const { facts, coverage } = props.record;
  if (facts.length === 0) return <Empty icon={IconListSearch} title={t('facts.none')} text={t('facts.noneText')} />;
  const [inNote = [], missing = []] = [true, false].map((wanted) => facts.filter(({ in_note }) => in_note === wanted));
  const row = (fact: Fact) => {
    const { id, kind, assertion, of: whose, in_note, evidence } = fact;
    const detail = dotted(
      !in_note && t(`fact.${kind}`),
      assertion !== 'present' && t(`assertion.${assertion}`),
      whose !== 'patient' && t(`of.${whose}`),
    );
    return (
      <EvidenceRow key={id} text={factText(fact)} detail={detail} evidence={evidence}>
        {in_note && <IconCheck size={16} color="var(--cs-good)" aria-label={t('facts.inNote')} />}
        <AddToSection entry={fact} adding={in_note ? undefined : props.adding} />
      </EvidenceRow>
    );
  };
  return (
    <Box p="1rem 1.25rem 3rem">
      <Dimmed>{t('facts.coverage', { in_note: coverage.in_note, count: coverage.facts })}</Dimmed>
      {missing.length > 0 && <EvidenceList title={t('facts.missing')}>{missing.map(row)}</EvidenceList>}
      {[...Map.groupBy(inNote, ({ kind }) => kind)].map(([kind, ofKind]) => (
        <EvidenceList key={kind} title={t(`fact.${kind}`)}>
          {ofKind.map(row)}
        </EvidenceList>
      ))}
    </Box>
  );
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
  /** Undefined if none can be taken up, as in a signed note. */
  readonly adding?: Adding<Unmentioned> | undefined;
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
              const detail = speaker === null ? '' : (names?.get(speaker) ?? speaker);
              return (
                <EvidenceRow key={keyOf(entry)} text={text} detail={detail} evidence={evidence}>
                  <AddToSection entry={entry} adding={adding} />
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
