import { ActionIcon, Button, Group, Menu, Text, Title } from '@mantine/core';
import { IconCheck, IconChevronDown, IconListSearch, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { factText, sectionFor } from './fact-statement.ts';
import classes from './facts.module.css';
import type { Fact, Transcript } from './record-query.ts';

/** What was said that is clinically relevant: first what the note leaves out, then the rest by its kind. */
export function FactsPane(props: {
  readonly record: Transcript;
  readonly onShow: (evidence: readonly string[]) => void;
  /** Adds a fact to a section; undefined for a signed note. */
  readonly onAdd: ((fact: Fact, section: string) => void) | undefined;
}) {
  const { t } = useTranslation('clinical');
  const { facts, coverage, sections } = props.record;
  if (facts.length === 0) return <Empty icon={IconListSearch} title={t('facts.none')} text={t('facts.noneText')} />;
  const missing = facts.filter(({ in_note }) => !in_note);
  const kinds = Map.groupBy(
    facts.filter(({ in_note }) => in_note),
    ({ kind }) => kind,
  );
  const names = sections.map(({ name }) => name);
  return (
    <div className={classes.facts}>
      <Text size="sm" c="dimmed">
        {t('facts.coverage', { in_note: coverage.in_note, count: coverage.facts })}
      </Text>
      {missing.length > 0 && (
        <section aria-labelledby="facts-missing">
          <Title order={3} id="facts-missing" className={classes.factsHead}>
            {t('facts.missing')}
          </Title>
          <ul className={classes.factList}>
            {missing.map((fact) => (
              <FactRow key={fact.id} fact={fact} sections={names} onShow={props.onShow} onAdd={props.onAdd} />
            ))}
          </ul>
        </section>
      )}
      {[...kinds].map(([kind, inNote]) => (
        <div key={kind}>
          <Title order={3} className={classes.factsHead}>
            {t(`fact.${kind}`)}
          </Title>
          <ul className={classes.factList}>
            {inNote.map((fact) => (
              <FactRow key={fact.id} fact={fact} sections={names} onShow={props.onShow} onAdd={undefined} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function FactRow(props: {
  readonly fact: Fact;
  readonly sections: readonly string[];
  readonly onShow: (evidence: readonly string[]) => void;
  readonly onAdd: ((fact: Fact, section: string) => void) | undefined;
}) {
  const { t } = useTranslation('clinical');
  const { fact, onAdd } = props;
  const best = sectionFor(fact.kind, props.sections);
  return (
    <li className={classes.fact}>
      <button type="button" className={classes.factText} onClick={() => props.onShow(fact.evidence)}>
        <span>{factText(fact)}</span>
        <span className={classes.factKind}>
          {[
            fact.in_note ? undefined : t(`fact.${fact.kind}`),
            fact.assertion === 'present' ? undefined : t(`assertion.${fact.assertion}`),
            fact.of === 'patient' ? undefined : t(`of.${fact.of}`),
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </span>
      </button>
      {fact.in_note && <IconCheck size={16} className={classes.inNote} aria-label={t('facts.inNote')} />}
      {onAdd !== undefined && best !== undefined && (
        <Group gap={2} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onAdd(fact, best)}
          >
            {t('facts.addTo', { section: best })}
          </Button>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon size="md" variant="light" aria-label={t('facts.otherSection')}>
                <IconChevronDown size={15} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {props.sections.map((section) => (
                <Menu.Item key={section} onClick={() => onAdd(fact, section)}>
                  {section}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </li>
  );
}
