import {
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

/** The links of the navigation. A link is shown to a session that has the scope, and may change there. */
const navigation = [
  { area: 'clinical', to: '/clinical/today', text: 'nav.today', icon: IconStethoscope, scope: 'clinical' },
  {
    area: 'clinical',
    to: '/clinical/new',
    text: 'nav.newVisit',
    icon: IconCalendarPlus,
    scope: 'clinical',
    changes: true,
  },
  { area: 'clinical', to: '/clinical/documents', text: 'nav.documents', icon: IconFileText, scope: 'clinical' },
  { area: 'time', to: '/time/clock', text: 'nav.clock', icon: IconClock, scope: 'time' },
  { area: 'time', to: '/time/timelines', text: 'nav.timelines', icon: IconTimeline, scope: 'time' },
  { area: 'workflows', to: '/workflows/runs', text: 'nav.runs', icon: IconListDetails, scope: 'clinical' },
  { area: 'workflows', to: '/workflows/list', text: 'nav.workflowList', icon: IconBinaryTree2, scope: 'clinical' },
  { area: 'workflows', to: '/workflows/schedules', text: 'nav.schedules', icon: IconCalendarTime, scope: 'clinical' },
  { area: 'workflows', to: '/workflows/automations', text: 'nav.automations', icon: IconBolt, scope: 'operator' },
  { area: 'settings', to: '/settings', text: 'nav.settings', icon: IconSettings, scope: undefined },
] as const;

/** The links that the session may follow, area by area. */
export function useNavigation() {
  const { scopes } = useSession();
  const mayChange = useMayChange('clinical');
  const followed = navigation.filter(
    ({ scope, ...link }) => scope === undefined || (scopes.includes(scope) && (mayChange || !('changes' in link))),
  );
  return [...Map.groupBy(followed, ({ area }) => area)];
}
