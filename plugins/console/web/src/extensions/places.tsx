import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import type { NotePanelProps, RunCardProps } from 'chronoscribe/console';
import { useTexts } from '../shared/i18n.ts';
import { QueryState } from '../shared/list.tsx';
import { IconTab } from '../shared/menu.tsx';
import { Page, Section } from '../shared/page.tsx';
import { Extension } from './extension.tsx';
import { extensionsQuery, labelOf, useExtensions } from './extensions.ts';
import { iconOf } from './icon-of.ts';

/** The tabs of the panels that plugins add beside a note. */
export function NotePanelTabs() {
  const { language } = useTexts().i18n;
  return useExtensions().panels.map((panel) => (
    <IconTab key={panel.module} value={panel.module} icon={iconOf(panel)}>
      {labelOf(panel, language)}
    </IconTab>
  ));
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
  const { language } = useTexts().i18n;
  return useExtensions()
    .cards.filter(({ workflows }) => workflows.includes(run.workflow))
    .map((card) => (
      <Section key={card.module} title={labelOf(card, language)}>
        <Extension of={card} given={{ run }} />
      </Section>
    ));
}

/** `/pages/{path}`: the page that a plugin adds under this path. */
export function PageScreen() {
  const { language } = useTexts().i18n;
  const { _splat: address = '' } = useParams({ from: '/signed-in/pages/$' });
  const [path = '', ...below] = address.split('/');
  return (
    <QueryState query={useQuery(extensionsQuery)}>
      {({ pages }) => {
        const page = pages.find((each) => each.path === path);
        if (page === undefined) throw notFound();
        return (
          <Page title={labelOf(page, language)}>
            <Stack gap="xl">
              <Extension of={page} given={{ below: below.join('/') }} />
            </Stack>
          </Page>
        );
      }}
    </QueryState>
  );
}
