import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api, sentenceOf } from './api.ts';
import { useTexts } from './i18n.ts';

export type Template = Answer<'/api/v1/templates'>['items'][number];

/** The templates of notes, the bundled ones first. They change when the host starts with another configuration. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async () => (await api.GET('/api/v1/templates')).items,
});

/** What a template is called in the language of the page; one of the configuration as it is named there. */
export function useTemplateTitle(): (template: Pick<Template, 'name' | 'title' | 'description'>) => string {
  const { t } = useTexts();
  return ({ name, title, description }) =>
    description === '' ? title : t(`template.${name}.title`, { defaultValue: title });
}

/**
 * The templates for a field that chooses one.
 *
 * @param current is offered too, if it is none of the host's any more; empty for none
 */
export function useTemplateChoice(current: string) {
  const { data, error, isPending } = useQuery(templatesQuery);
  const titleOf = useTemplateTitle();
  const known = (data ?? []).map((template) => ({ value: template.name, label: titleOf(template) }));
  const isKnown = current === '' || known.some(({ value }) => value === current);
  return {
    data: isKnown ? known : [...known, { value: current, label: current }],
    /** The template of a note for which none is chosen. */
    preferred: data?.find((each) => each.default)?.name,
    error: error === null ? undefined : sentenceOf(error),
    isPending,
  };
}
