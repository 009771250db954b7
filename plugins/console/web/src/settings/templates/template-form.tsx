import { Card, Group, MultiSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IconButton, RowButton } from '../../shared/action.tsx';
import { api, type Body } from '../../shared/api.ts';
import { ApiError } from '../../shared/api-error.ts';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { type Template, templatesQuery } from '../../shared/templates.ts';
import { write } from '../../shared/written.ts';
import { TemplatePreview } from './template-preview.tsx';

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
  const { t } = useTranslation('settings');
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
  const { t } = useTranslation('settings');
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
                  <IconButton
                    icon={IconArrowUp}
                    label={t('templates.up', { number })}
                    disabled={at === 0}
                    onClick={() => move(at - 1)}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    label={t('templates.down', { number })}
                    disabled={number === sections.length}
                    onClick={() => move(at + 1)}
                  />
                  <IconButton
                    icon={IconTrash}
                    label={t('templates.remove', { number })}
                    disabled={sections.length === 1}
                    onClick={() => set(sections.toSpliced(at, 1))}
                  />
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
                autosize
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
