import { Card, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import { RowButton } from '../../shared/action.tsx';
import { DialogButton } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { QueryState, StatusBadge } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { Dimmed, Page, SideLinks } from '../../shared/page.tsx';
import { type Template, templatesQuery, useTemplateTitle } from '../../shared/templates.ts';
import { write } from '../../shared/written.ts';
import { beforeOf, TemplateForm, TemplatePreview, useContentNames, writtenTemplate } from './template-form.tsx';

/** The templates of notes: the sections of each, and what an earlier visit looks like in it. */
export function TemplatesPage() {
  const { t } = useTexts('settings');
  const titleOf = useTemplateTitle();
  const query = useQuery(templatesQuery);
  const { template: chosen } = useSearch({ from: '/signed-in/settings/templates' });
  return (
    <Page title={t('templates.title')} subtitle={t('templates.subtitle')} width="wide">
      <QueryState query={query}>
        {(templates) => {
          const shown =
            templates.find(({ name }) => name === chosen) ?? templates.find((each) => each.default) ?? templates[0];
          const links = templates.map((template) => (
            <Link
              key={template.name}
              to="/settings/templates"
              search={{ template: template.name }}
              className={look.link}
              aria-current={template === shown ? 'true' : undefined}
            >
              {titleOf(template)}
              {template.default && <StatusBadge tone="neutral">{t('templates.default')}</StatusBadge>}
            </Link>
          ));
          return (
            <SideLinks aria-label={t('templates.title')} links={links}>
              {shown !== undefined && (
                <Stack gap="lg">
                  <Outline template={shown} />
                  <TemplatePreview key={shown.name} name={shown.name} />
                </Stack>
              )}
            </SideLinks>
          );
        }}
      </QueryState>
    </Page>
  );
}

function Outline({ template }: { readonly template: Template }) {
  const { t } = useTexts('settings');
  const titleOf = useTemplateTitle();
  const nameOf = useContentNames();
  const { scopes } = useSession();
  const { name, description, sections, configured, written } = template;
  const origin = () => {
    if (configured) return t('templates.own');
    if (written) return t('templates.writtenBy', { by: written.by });
    return t(`template.${name}.text`, { defaultValue: description });
  };
  return (
    <Card component="section" aria-labelledby="template-title">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} id="template-title">
            {titleOf(template)}
          </Title>
          <Dimmed>{origin()}</Dimmed>
        </div>
        {scopes.includes('admin') && <TemplateButtons template={template} />}
      </Group>
      {configured && written && <StatusBadge tone="warn">{t('templates.overruled')}</StatusBadge>}
      <Stack component="dl" gap="0.6rem" m={0}>
        {sections.map((section) => (
          <Flex key={section.name} direction={{ base: 'column', md: 'row' }} gap="0.2rem 1rem">
            <Text component="dt" fw={560} w="12rem" flex="none">
              {section.name}
            </Text>
            <Text component="dd" m={0}>
              {section.guidance === '' ? section.contents.map(nameOf).join(', ') : section.guidance}
            </Text>
          </Flex>
        ))}
      </Stack>
    </Card>
  );
}

/** The buttons of who may write templates. What stands in the configuration is changed there alone. */
function TemplateButtons({ template }: { readonly template: Template }) {
  const { t } = useTexts('settings');
  const title = useTemplateTitle()(template);
  const { name, configured, written } = template;
  return (
    <Group gap="xs">
      <DialogButton
        text={t('templates.copy')}
        title={t('templates.copyName', { title })}
        icon={IconPlus}
        size="xl"
        small
      >
        <TemplateForm template={template} isNew />
      </DialogButton>
      {!configured && (
        <DialogButton
          text={t('templates.change')}
          title={t('templates.changeName', { title })}
          icon={IconPencil}
          size="xl"
          small
        >
          <TemplateForm template={template} isNew={false} />
        </DialogButton>
      )}
      {written && (
        <RowButton
          text={t('action.delete')}
          icon={IconTrash}
          action={() => write(writtenTemplate(name), undefined, beforeOf(template), t('templates.deleted', { name }))}
        />
      )}
    </Group>
  );
}
