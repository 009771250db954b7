import { Anchor, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useId } from 'react';
import { ActionButton } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import look from '../../shared/look.module.css';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import { Dimmed } from '../../shared/page.tsx';

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
export function AddToSection(props: {
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
