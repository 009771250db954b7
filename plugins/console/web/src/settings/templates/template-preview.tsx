import { Box, Card, Group, List, Select, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { type Answer, api, type Body } from '../../shared/api.ts';
import { Dimmed } from '../../shared/dimmed.tsx';
import { useFormat } from '../../shared/format.ts';
import { Loading, QueryState } from '../../shared/list.tsx';
import { ErrorNote } from '../../shared/notice.tsx';

type Sections = Body<'/api/v1/templates/{name}', 'put'>['sections'];

/**
 * Shows what an earlier visit looks like in a template. Its record stays as it is.
 *
 * @param props.sections those of a template that is not saved yet
 */
export function TemplatePreview({ name, sections }: { readonly name: string; readonly sections?: Sections }) {
  const { t } = useTranslation('settings');
  const { date } = useFormat();
  const id = useId();
  const visits = useQuery({
    queryKey: ['transcripts', 'for previews'],
    // The latest visits with a clinical note: enough to choose one that a person remembers.
    queryFn: async () => (await api.GET('/api/v1/transcripts', { form: 'audio-note', limit: 50 })).items,
  });
  const [visit, setVisit] = useState<string | null>(null);
  const preview = useAction(() =>
    api.POST('/api/v1/transcripts/{id}/preview', { id: visit ?? '', body: { template: name, sections } }),
  );
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('templates.preview')}
      </Title>
      <Dimmed>{t('templates.previewText')}</Dimmed>
      <QueryState query={visits}>
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('templates.noVisits')}</Text>
          ) : (
            <Group align="flex-end" gap="sm" mb="md">
              <Select
                flex="1 1 16rem"
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
              <ActionButton icon={IconEye} disabled={visit === null} action={preview}>
                {t('templates.show')}
              </ActionButton>
            </Group>
          )
        }
      </QueryState>
      {preview.isPending && <Loading lines={3} />}
      <ErrorNote error={preview.error} />
      {preview.data !== undefined && <PreviewedNote {...preview.data} />}
    </Card>
  );
}

function PreviewedNote({ sections, coverage }: Answer<'/api/v1/transcripts/{id}/preview', 'post'>) {
  const { t } = useTranslation('settings');
  return (
    <Box component="article" maw="var(--cs-width-text)" aria-label={t('templates.preview')}>
      {sections.map(({ name, statements }) => (
        <section key={name}>
          <Title order={3}>{name}</Title>
          {statements.length === 0 && <Dimmed>{t('templates.nothing')}</Dimmed>}
          <List mb="md">
            {statements.map(({ id, text, grounded }) => (
              <List.Item key={id}>
                {text}
                {!grounded && (
                  <Text span size="xs" c="var(--cs-warn)" ml="xs">
                    <IconAlertTriangle size={14} aria-hidden /> {t('templates.notSaid')}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </section>
      ))}
      <Dimmed>{t('templates.coverage', { in_note: coverage.in_note, count: coverage.facts })}</Dimmed>
    </Box>
  );
}
