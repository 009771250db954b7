import { Box, Card, Group, List, MultiSelect, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ActionButton, IconButton, RowButton, useAction } from '../../shared/action.tsx';
import { type Answer, ApiError, api, type Body } from '../../shared/api.ts';
import { Form, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Loading, QueryState } from '../../shared/list.tsx';
import { Dimmed, ErrorNote } from '../../shared/page.tsx';
import { type Template, templatesQuery } from '../../shared/templates.ts';
import { write } from '../../shared/written.ts';

type Sections = Body<'/api/v1/templates/{name}', 'put'>['sections'];
type Section = Required<Sections[number]>;

/** What can belong in a section, in the order of a visit. */
const contents = [
  ...(['complaint', 'history', 'past-history', 'medications', 'allergies', 'family-history'] as const),
  ...(['social-history', 'review-of-systems', 'goals', 'examination', 'results', 'behavior', 'assessment'] as const),
  ...(['diagnoses', 'progress', 'intervention', 'response', 'plan', 'follow-up', 'summary'] as const),
] satisfies Section['contents'];

/** What the contents of sections are called in the language of the page. */
export function useContentNames() {
  const { t } = useTexts('settings');
  return (content: string) => t(`templates.contents.${content}` as 'templates.contents.plan');
}

/** How a template is written. */
export const writtenTemplate = (name: string) => ({
  put: (sections: Sections, version: number | null) =>
    api.PUT('/api/v1/templates/{name}', { name, body: { sections, version } }),
  remove: (version: number) => api.DELETE('/api/v1/templates/{name}', { name, version }),
  shownBy: [templatesQuery.queryKey],
});

/** What was written of a template, as a change of it begins. */
export const beforeOf = ({ written }: Template) =>
  written && { definition: written.sections as Sections, version: written.version };

/** Writes a template, or changes one, and shows an earlier visit in it before. */
export function TemplateForm(props: {
  /** Where the sections begin. */
  readonly template: Template;
  /** Whether another one is made of it. */
  readonly isNew: boolean;
}) {
  const { t } = useTexts('settings');
  const { template, isNew } = props;
  const navigate = useNavigate();
  const nameOf = useContentNames();
  const [field, save, form] = useFields(
    // The boundary where the answer's contents, which are texts, are those that can be written.
    { name: isNew ? '' : template.name, sections: template.sections as Section[] },
    async ({ name, sections }) => {
      await write(writtenTemplate(name), sections, isNew ? null : beforeOf(template), t('templates.saved', { name }));
      await navigate({ to: '/settings/templates', search: { template: name } });
    },
  );
  const { name, sections } = form.values;
  const set = (next: Section[]) => form.setFieldValue('sections', next);
  const about = (place: string) => (save.error instanceof ApiError ? save.error.about(`sections.${place}`) : undefined);
  return (
    <Form sending={save} submit={t('action.save')}>
      <TextInput
        label={t('templates.name')}
        description={t('templates.nameText')}
        required
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
        disabled={!isNew}
        data-autofocus
        {...field('name')}
      />
      {sections.map((section, at) => {
        const number = at + 1;
        const change = (part: Partial<Section>) => set(sections.with(at, { ...section, ...part }));
        const move = (to: number) => set(sections.toSpliced(at, 1).toSpliced(to, 0, section));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no name of their own while they are written
          <Card key={at} component="fieldset" aria-label={t('templates.section', { number })}>
            <Stack gap="xs">
              <Group align="flex-start" wrap="nowrap" gap="xs">
                <TextInput
                  flex={1}
                  label={t('templates.heading', { number })}
                  required
                  maxLength={80}
                  value={section.name}
                  error={about(`${at}.name`)}
                  onChange={({ currentTarget: { value } }) => change({ name: value })}
                />
                <Group gap={0} wrap="nowrap" pt="1.6rem">
                  {(
                    [
                      ['up', IconArrowUp, at > 0, () => move(at - 1)],
                      ['down', IconArrowDown, number < sections.length, () => move(at + 1)],
                      ['remove', IconTrash, sections.length > 1, () => set(sections.toSpliced(at, 1))],
                    ] as const
                  ).map(([name, icon, can, act]) => (
                    <IconButton
                      key={name}
                      icon={icon}
                      label={t(`templates.${name}`, { number })}
                      disabled={!can}
                      onClick={act}
                    />
                  ))}
                </Group>
              </Group>
              <MultiSelect
                label={t('templates.belongs')}
                data={contents.map((value) => ({ value, label: nameOf(value) }))}
                searchable
                required
                value={[...section.contents]}
                error={about(`${at}.contents`)}
                onChange={(next) => change({ contents: next as Section['contents'] })}
              />
              <Textarea
                label={t('templates.guidance')}
                description={t('templates.guidanceText')}
                maxLength={2000}
                value={section.guidance}
                error={about(`${at}.guidance`)}
                onChange={({ currentTarget: { value } }) => change({ guidance: value })}
              />
            </Stack>
          </Card>
        );
      })}
      <RowButton
        text={t('templates.add')}
        icon={IconPlus}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => set([...sections, { name: '', contents: [], guidance: '' }])}
      />
      <TemplatePreview name={name || 'new'} sections={sections} />
    </Form>
  );
}

/**
 * Shows what an earlier visit looks like in a template. Its record stays as it is.
 *
 * @param props.sections those of a template that is not saved yet
 */
export function TemplatePreview({ name, sections }: { readonly name: string; readonly sections?: Sections }) {
  const { t, date } = useTexts('settings');
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
  const { t } = useTexts('settings');
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
