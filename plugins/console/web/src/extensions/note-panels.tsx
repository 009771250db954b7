import { Box, Tabs } from '@mantine/core';
import type { NotePanelProps } from 'chronoscribe/console';
import { useTranslation } from 'react-i18next';
import { Extension } from './extension.tsx';
import { iconOf, labelOf, useExtensions } from './extensions.ts';

/** The tabs of the panels that plugins add beside a note. */
export function NotePanelTabs() {
  const { language } = useTranslation().i18n;
  return useExtensions().panels.map((panel) => {
    const PanelIcon = iconOf(panel);
    return (
      <Tabs.Tab key={panel.module} value={panel.module} leftSection={<PanelIcon size={16} aria-hidden />}>
        {labelOf(panel, language)}
      </Tabs.Tab>
    );
  });
}

/** The panel whose tab is open, if it is that of a plugin. */
export function NotePanel(props: NotePanelProps & { readonly tab: string; readonly className?: string | undefined }) {
  const { note, tab, className = '' } = props;
  const panel = useExtensions().panels.find(({ module }) => module === tab);
  return (
    panel && (
      <Tabs.Panel value={tab} className={className}>
        <Box p="md">
          <Extension of={panel} given={{ note }} />
        </Box>
      </Tabs.Panel>
    )
  );
}
