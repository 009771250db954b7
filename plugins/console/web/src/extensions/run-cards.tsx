import type { RunCardProps } from 'chronoscribe/console';
import { useTranslation } from 'react-i18next';
import { Section } from '../shared/page.tsx';
import { Extension } from './extension.tsx';
import { labelOf, useExtensions } from './extensions.ts';

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
