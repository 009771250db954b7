import { Group, Select, Text } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { useFormat } from '../../shared/format.ts';
import { Loading, QueryState } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { ErrorNote } from '../../shared/notice.tsx';
import type { Template } from '../../shared/templates.ts';
import classes from './templates.module.css';

/** Shows what an earlier visit looks like in a template. Its record stays as it is. */
export function TemplatePreview({ template }: { readonly template: Template }) {
  const { t } = useTranslation('settings');
  const { date } = useFormat();
  const visits = useQuery({
    queryKey: ['transcripts', 'for previews'],
    // The latest visits with a clinical note: enough to choose one that a person remembers.
    queryFn: async () => (await api.GET('/api/v1/transcripts', { form: 'audio-note', limit: 50 })).items,
  });
  const [visit, setVisit] = useState<string | null>(null);
  const preview = useAction((id: string) =>
    api.POST('/api/v1/transcripts/{id}/preview', { id, body: { template: template.name } }),
  );
  return (
    <section className={look.card} aria-labelledby="template-preview">
      <h2 id="template-preview" className={classes.title}>
        {t('templates.preview')}
      </h2>
      <p className={classes.about}>{t('templates.previewText')}</p>
      <QueryState query={visits}>
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('templates.noVisits')}</Text>
          ) : (
            <Group align="flex-end" gap="sm" mb="md">
              <Select
                style={{ flex: '1 1 16rem' }}
                label={t('templates.visit')}
                placeholder={t('templates.choose')}
                searchable
                data={items.map(({ id, patient, title, createdAt }) => ({
                  value: id,
                  label: `${patient?.name ?? patient?.identifier ?? title}, ${date(createdAt)}`,
                }))}
                value={visit}
                onChange={(next) => {
                  setVisit(next);
                  preview.reset();
                }}
              />
              <ActionButton icon={IconEye} disabled={visit === null} action={preview} input={visit ?? ''}>
                {t('templates.show')}
              </ActionButton>
            </Group>
          )
        }
      </QueryState>
      {preview.isPending && <Loading lines={3} />}
      <ErrorNote error={preview.error} />
      {preview.data !== undefined && <PreviewedNote {...preview.data} />}
    </section>
  );
}

function PreviewedNote({ sections, coverage }: Answer<'/api/v1/transcripts/{id}/preview', 'post'>) {
  const { t } = useTranslation('settings');
  return (
    <article className={classes.note} aria-label={t('templates.preview')}>
      {sections.map(({ name, statements }) => (
        <section key={name}>
          <h3>{name}</h3>
          {statements.length === 0 && <p className={classes.about}>{t('templates.nothing')}</p>}
          <ul>
            {statements.map(({ id, text, grounded }) => (
              <li key={id}>
                {text}
                {!grounded && (
                  <span className={classes.doubt}>
                    <IconAlertTriangle size={14} aria-hidden /> {t('templates.notSaid')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Text size="sm" c="dimmed">
        {t('templates.coverage', { in_note: coverage.in_note, count: coverage.facts })}
      </Text>
    </article>
  );
}
