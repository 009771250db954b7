import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../shared/action.tsx';
import { useTexts } from '../shared/i18n.ts';
import { LayeredGraph } from '../shared/layered-graph.tsx';
import { QueryState } from '../shared/list.tsx';
import look from '../shared/look.module.css';
import { Dimmed, Page, Section, SideLinks } from '../shared/page.tsx';
import { workflowsQuery } from './runs.ts';

/** The workflows that the plugins of this host declare, each as a graph. */
export function WorkflowsPage() {
  const { t } = useTexts('workflows');
  const { name } = useSearch({ from: '/signed-in/workflows/list' });
  const query = useQuery(workflowsQuery);
  return (
    <Page title={t('list.title')} subtitle={t('list.subtitle')} width="wide">
      <QueryState query={query}>
        {(workflows) => {
          const chosen = workflows.find((each) => each.name === name) ?? workflows[0];
          const links = workflows.map((workflow) => (
            <Link
              key={workflow.name}
              to="/workflows/list"
              search={{ name: workflow.name }}
              className={look.link}
              aria-current={workflow === chosen ? 'page' : undefined}
            >
              <span>
                {workflow.name}
                <Dimmed size="xs">{workflow.plugin}</Dimmed>
              </span>
            </Link>
          ));
          return (
            <SideLinks aria-label={t('list.title')} links={links}>
              {chosen !== undefined && (
                <Section
                  title={chosen.name}
                  actions={
                    <LinkButton to="/workflows/runs" search={{ workflow: chosen.name }} size="xs" variant="light">
                      {t('list.runs')}
                    </LinkButton>
                  }
                >
                  <Dimmed mb="sm">{t('list.of', { plugin: chosen.plugin, count: chosen.graph.nodes.length })}</Dimmed>
                  <LayeredGraph
                    key={chosen.name}
                    nodes={chosen.graph.nodes.map(({ id, name, kind }) => ({ id, name, detail: t(`kind.${kind}`) }))}
                    edges={chosen.graph.edges}
                    label={t('graph.label', { name: chosen.name })}
                  />
                </Section>
              )}
            </SideLinks>
          );
        }}
      </QueryState>
    </Page>
  );
}
