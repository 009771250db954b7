import { Group, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, IconButton } from '../../shared/action.tsx';
import classes from './facts.module.css';

/** What was said or found, with its detail; a click shows where. `children`: what can be done with it. */
export function EvidenceRow(props: {
  readonly text: string;
  readonly detail: string;
  readonly evidence: readonly string[];
  readonly onShow: (evidence: readonly string[]) => void;
  readonly children?: ReactNode;
}) {
  const { text, detail, evidence, onShow, children } = props;
  return (
    <li className={classes.fact}>
      <button type="button" className={classes.factText} onClick={() => onShow(evidence)}>
        <span dir="auto">{text}</span>
        <span className={classes.factKind}>{detail}</span>
      </button>
      {children}
    </li>
  );
}

/** A button that adds something to the section it fits best, and a menu with the others. */
export function AddToSection(props: {
  /** Those of the note; `best` is one of them. */
  readonly sections: readonly string[];
  readonly best: string;
  readonly onAdd: (section: string) => void;
}) {
  const { t } = useTranslation('clinical');
  const { sections, best, onAdd } = props;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionButton size="compact-sm" variant="light" icon={IconPlus} onClick={() => onAdd(best)}>
        {t('facts.addTo', { section: best })}
      </ActionButton>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <IconButton
            icon={IconChevronDown}
            iconSize={15}
            size="md"
            variant="light"
            color="petrol"
            label={t('facts.otherSection')}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {sections.map((section) => (
            <Menu.Item key={section} onClick={() => onAdd(section)}>
              {section}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
