import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { QueryState } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { Page } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { type Template, templatesQuery, useTemplateTitle } from '../../shared/templates.ts';
import settings from '../settings.module.css';
import { TemplatePreview } from './template-preview.tsx';
import classes from './templates.module.css';

/** The templates of notes: the sections of each, and what an earlier visit looks like in it. */
export function TemplatesPage() {
  const { t } = useTranslation('settings');
  const query = useQuery(templatesQuery);
  const { template: chosen } = useSearch({ from: '/signed-in/settings/templates' });
  return (
    <Page title={t('templates.title')} subtitle={t('templates.subtitle')} width="wide">
      <QueryState query={query}>
        {(templates) => {
          const shown =
            templates.find(({ name }) => name === chosen) ?? templates.find((each) => each.default) ?? templates[0];
          return (
            <div className={classes.columns}>
              <nav aria-label={t('templates.title')} className={classes.names}>
                {templates.map((template) => (
                  <TemplateLink key={template.name} template={template} isShown={template === shown} />
                ))}
              </nav>
              {shown !== undefined && (
                <div className={classes.shown}>
                  <Outline template={shown} />
                  <TemplatePreview key={shown.name} template={shown} />
                </div>
              )}
            </div>
          );
        }}
      </QueryState>
    </Page>
  );
}

function TemplateLink({ template, isShown }: { readonly template: Template; readonly isShown: boolean }) {
  const { t } = useTranslation('settings');
  const titleOf = useTemplateTitle();
  return (
    <Link
      to="/settings/templates"
      search={{ template: template.name }}
      className={settings.part}
      aria-current={isShown ? 'true' : undefined}
    >
      {titleOf(template)}
      {template.default && <StatusBadge tone="neutral">{t('templates.default')}</StatusBadge>}
    </Link>
  );
}

function Outline({ template }: { readonly template: Template }) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const titleOf = useTemplateTitle();
  const { name, description, sections } = template;
  return (
    <section className={look.card} aria-labelledby="template-title">
      <h2 id="template-title" className={classes.title}>
        {titleOf(template)}
      </h2>
      <p className={classes.about}>
        {description === '' ? t('templates.own') : shared(`template.${name}.text`, { defaultValue: description })}
      </p>
      <dl className={classes.sections}>
        {sections.map((section) => (
          <div key={section.name}>
            <dt>{section.name}</dt>
            <dd>{section.guidance === '' ? section.contents.join(', ') : section.guidance}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
