/** What plugins call the icons of the console. */
export {
  IconBell as bell,
  IconCalendar as calendar,
  IconChartBar as chart,
  IconChecklist as checklist,
  IconClock as clock,
  IconFile as file,
  IconFlask as flask,
  IconHeart as heart,
  IconMail as mail,
  IconMessage as chat,
  IconPhone as phone,
  IconUsers as users,
} from '@tabler/icons-react';
