import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

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
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onAdd(best)}
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
