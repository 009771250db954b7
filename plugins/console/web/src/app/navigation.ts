import {
  type Icon,
  IconBinaryTree2,
  IconBolt,
  IconCalendarPlus,
  IconCalendarTime,
  IconClock,
  IconFileText,
  IconListDetails,
  IconSettings,
  IconStethoscope,
  IconTimeline,
} from '@tabler/icons-react';
import { useMayChange, useSession } from '../session/session.ts';

/** The links of the navigation, area by area. A link is shown to a session that has the scope, and may change there. */
const navigation = [
  {
    area: 'clinical',
    links: [
      { to: '/clinical/today', text: 'nav.today', icon: IconStethoscope, scope: 'clinical' },
      { to: '/clinical/new', text: 'nav.newVisit', icon: IconCalendarPlus, scope: 'clinical', changes: true },
      { to: '/clinical/documents', text: 'nav.documents', icon: IconFileText, scope: 'clinical' },
    ],
  },
  {
    area: 'time',
    links: [
      { to: '/time/clock', text: 'nav.clock', icon: IconClock, scope: 'time' },
      { to: '/time/timelines', text: 'nav.timelines', icon: IconTimeline, scope: 'time' },
    ],
  },
  {
    area: 'workflows',
    links: [
      { to: '/workflows/runs', text: 'nav.runs', icon: IconListDetails, scope: 'clinical' },
      { to: '/workflows/list', text: 'nav.workflowList', icon: IconBinaryTree2, scope: 'clinical' },
      { to: '/workflows/schedules', text: 'nav.schedules', icon: IconCalendarTime, scope: 'clinical' },
      { to: '/workflows/automations', text: 'nav.automations', icon: IconBolt, scope: 'operator' },
    ],
  },
  {
    area: 'settings',
    links: [{ to: '/settings', text: 'nav.settings', icon: IconSettings, scope: undefined }],
  },
] as const satisfies readonly {
  readonly area: 'clinical' | 'time' | 'workflows' | 'settings';
  readonly links: readonly { readonly icon: Icon; readonly [key: string]: unknown }[];
}[];

/** The links that the session may follow, area by area. */
export function useNavigation() {
  const { scopes } = useSession();
  const mayChange = useMayChange('clinical');
  const areas = navigation.map(({ area, links }) => ({
    area,
    links: links.filter(
      ({ scope, ...link }) => scope === undefined || (scopes.includes(scope) && (mayChange || !('changes' in link))),
    ),
  }));
  return areas.filter(({ links }) => links.length > 0);
}
