import { Stack, Tabs, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { NotePanelProps, RunCardProps } from 'chronoscribe/console';
import { useTranslation } from 'react-i18next';
import look from '../shared/look.module.css';
import { Section } from '../shared/page.tsx';
import { Extension } from './extension.tsx';
import { iconOf, labelOf, useExtensions } from './extensions.ts';

/** The pages of plugins in the navigation. */
export function PageLinks() {
  const { t, i18n } = useTranslation();
  const { pages } = useExtensions();
  if (pages.length === 0) return null;
  return (
    <Stack component="section" gap={1} mt="0.9rem" aria-labelledby="area-pages">
      <Title order={2} id="area-pages" mb="0.25rem" px="0.5rem" fz="xs" fw={550} c="dimmed">
        {t('extension.pages')}
      </Title>
      {pages.map((page) => {
        const PageIcon = iconOf(page);
        return (
          <Link key={page.path} to="/pages/$" params={{ _splat: page.path }} className={look.link}>
            <PageIcon size={18} stroke={1.7} aria-hidden />
            {labelOf(page, i18n.language)}
          </Link>
        );
      })}
    </Stack>
  );
}

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
export function NotePanel({ note, tab }: NotePanelProps & { readonly tab: string }) {
  const panel = useExtensions().panels.find(({ module }) => module === tab);
  return (
    panel && (
      <Tabs.Panel value={tab} flex={1} mih={0} p="md" style={{ overflow: 'auto' }}>
        <Extension of={panel} given={{ note }} />
      </Tabs.Panel>
    )
  );
}

/** What plugins add to the screen of a run. */
export function RunCards({ run }: RunCardProps) {
  const { language } = useTranslation().i18n;
  return useExtensions()
    .cards.filter(({ workflows }) => workflows.includes(run.workflow))
    .map((card) => (
      <Section key={card.module} title={labelOf(card, language)}>
        <Extension of={card} given={{ run }} />
      </Section>
    ));
}
