import {
  IconActivity,
  IconDatabase,
  IconKey,
  IconListCheck,
  IconMicrophone2,
  IconTemplate,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { useTexts } from '../shared/i18n.ts';
import look from '../shared/look.module.css';
import { SideLinks } from '../shared/page.tsx';

/** The parts of the settings. One with scopes is shown to sessions that have one of them. */
const parts = [
  { to: '/settings/account', text: 'parts.account', icon: IconUser, accepts: [] },
  { to: '/settings/people', text: 'parts.people', icon: IconUsers, accepts: ['admin'] },
  { to: '/settings/keys', text: 'parts.keys', icon: IconKey, accepts: ['admin', 'operator'] },
  { to: '/settings/templates', text: 'parts.templates', icon: IconTemplate, accepts: ['clinical'] },
  { to: '/settings/webhooks', text: 'parts.webhooks', icon: IconWebhook, accepts: ['clinical'] },
  { to: '/settings/health', text: 'parts.health', icon: IconActivity, accepts: ['operator'] },
  { to: '/settings/models', text: 'parts.models', icon: IconMicrophone2, accepts: ['operator'] },
  { to: '/settings/audit', text: 'parts.audit', icon: IconListCheck, accepts: ['admin', 'operator'] },
  { to: '/settings/data', text: 'parts.data', icon: IconDatabase, accepts: ['operator'] },
] as const;

/** The parts that the session may see. */
export function useSettingsParts() {
  const { t } = useTexts('settings');
  const { scopes } = useSession();
  return parts
    .filter(({ accepts }) => accepts.length === 0 || accepts.some((scope) => scopes.includes(scope)))
    .map(({ to, text, icon }) => ({ to, icon, label: t(text) }));
}

export function SettingsLayout() {
  const { t } = useTexts('settings');
  return (
    <SideLinks
      aria-label={t('parts.label')}
      pos={{ md: 'sticky' }}
      top={0}
      w={{ md: '15rem' }}
      m={0}
      p={{ base: '0.75rem 1rem 0', md: '1.9rem 0 2rem 1.25rem' }}
      links={useSettingsParts().map(({ to, label, icon: PartIcon }) => (
        <Link key={to} to={to} className={look.link}>
          <PartIcon size={17} stroke={1.7} aria-hidden />
          {label}
        </Link>
      ))}
    >
      <Outlet />
    </SideLinks>
  );
}
