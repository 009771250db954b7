import { Link } from '@tanstack/react-router';
import { useTexts } from '../shared/i18n.ts';
import look from '../shared/look.module.css';
import { LinkArea } from '../shared/page.tsx';
import { type Extensions, labelOf } from './extensions.ts';
import { iconOf } from './icon-of.ts';

/** The pages of plugins in the navigation. */
export function PageLinks({ pages }: Pick<Extensions, 'pages'>) {
  const { t, i18n } = useTexts();
  return (
    <LinkArea id="area-pages" title={t('extension.pages')}>
      {pages.map((page) => {
        const PageIcon = iconOf(page);
        return (
          <Link key={page.path} to="/pages/$" params={{ _splat: page.path }} className={look.link}>
            <PageIcon size={18} stroke={1.7} aria-hidden />
            {labelOf(page, i18n.language)}
          </Link>
        );
      })}
    </LinkArea>
  );
}
