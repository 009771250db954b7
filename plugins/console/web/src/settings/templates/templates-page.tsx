import { Card, Flex, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { QueryState } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { Page, SideLinks } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { type Template, templatesQuery, useTemplateTitle } from '../../shared/templates.ts';
import { TemplatePreview } from './template-preview.tsx';

/** The templates of notes: the sections of each, and what an earlier visit looks like in it. */
export function TemplatesPage() {
  const { t } = useTranslation('settings');
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
                  <TemplatePreview key={shown.name} template={shown} />
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
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const titleOf = useTemplateTitle();
  const { name, description, sections } = template;
  return (
    <Card component="section" aria-labelledby="template-title">
      <Title order={2} id="template-title">
        {titleOf(template)}
      </Title>
      <Text size="sm" c="dimmed">
        {description === '' ? t('templates.own') : shared(`template.${name}.text`, { defaultValue: description })}
      </Text>
      <Stack component="dl" gap="0.6rem" m={0}>
        {sections.map((section) => (
          <Flex key={section.name} direction={{ base: 'column', md: 'row' }} gap="0.2rem 1rem">
            <Text component="dt" fw={560} w="12rem" flex="none">
              {section.name}
            </Text>
            <Text component="dd" m={0}>
              {section.guidance === '' ? section.contents.join(', ') : section.guidance}
            </Text>
          </Flex>
        ))}
      </Stack>
    </Card>
  );
}
