import { type Route, route } from 'chronoscribe';
import { z } from 'zod';
import { CalendarFields } from './calendar.ts';
import type { Calendars } from './repository.ts';

const Status = z.string().meta({ description: 'What was done, for a person' });
const CalendarResponse = z.object(CalendarFields.shape).meta({ id: 'Calendar' });

/** The routes of calendars: when work is done. */
export function calendarRoutes(calendars: Calendars): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/set-calendar',
      summary: 'Set a calendar',
      description:
        'The working hours of an account, of places, of people, or of the events that name it in `plan`; replaces a calendar of that name. An event is worked on when all calendars work that rule it: its own, and those of its place and participants; those of the account only where there are none. Rescheduling lands on their hours, and keeps how long an event is worked on. Nothing moves by this alone.',
      request: CalendarFields,
      response: z.object({ status: Status, ...CalendarResponse.shape }),
      problems: ['invalid-time-zone'],
      handle: async ({ account, input }) => {
        await calendars.put(account, input);
        return { status: 'Calendar set', ...input };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/list-calendars',
      summary: 'List the calendars',
      response: z.object({ calendars: z.array(CalendarResponse).meta({ description: 'By name' }) }),
      handle: async ({ account }) => ({ calendars: [...(await calendars.list(account))] }),
    }),
    route({
      method: 'DELETE',
      path: '/v1/delete-calendar',
      summary: 'Delete a calendar',
      description: 'What it ruled is worked on at any time, unless another one rules it.',
      request: z.object({ name: CalendarFields.shape.name }),
      response: z.object({ status: Status }),
      problems: ['calendar-not-found'],
      handle: async ({ account, input }) => {
        await calendars.delete(account, input.name);
        return { status: 'Calendar deleted' };
      },
    }),
  ];
}
