import { defineCollection, findAll, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import { type Calendar, CalendarFields } from './calendar.ts';

const calendars = defineCollection({
  name: 'calendars',
  schema: z.strictObject({
    /** The account and the name. */
    id: z.string(),
    account: z.string(),
    calendar: z.custom<Calendar>((value) => CalendarFields.safeParse(value).success),
  }),
  indexes: [['account', 'id']],
});

/** The calendars of each account. */
export async function openCalendars(store: Store) {
  await store.prepare(calendars);
  const key = (account: string, name: string): string => `${account}/${name}`;
  return {
    /** By name. */
    list: async (account: string): Promise<readonly Calendar[]> => {
      const all = await Array.fromAsync(findAll(store, calendars, { equals: { account }, orderBy: 'id' }));
      return all.map(({ calendar }) => calendar);
    },
    /** Replaces one of that name. */
    put: (account: string, calendar: Calendar) =>
      store.put(calendars, { id: key(account, calendar.name), account, calendar }),
    /** Unless there is one of that name. */
    async add(account: string, calendar: Calendar): Promise<void> {
      const id = key(account, calendar.name);
      await store.transaction(async (documents) => {
        if ((await documents.get(calendars, id)) === undefined)
          await documents.put(calendars, { id, account, calendar });
      });
    },
    /**
     * Adds days without hours, except those that the calendar names already.
     *
     * @returns how many it names more
     * @throws Problem `calendar-not-found`, `invalid-request` if there are too many
     */
    addDaysOff: (account: string, name: string, days: ReadonlySet<string>, dryRun: boolean): Promise<number> =>
      store.transaction(async (documents) => {
        const known = await documents.get(calendars, key(account, name));
        if (known === undefined) throw calendarNotFound(name);
        const more = [...days].filter((day) => known.calendar.days[day] === undefined);
        const off = Object.fromEntries(more.map((day) => [day, []]));
        const parsed = CalendarFields.safeParse({ ...known.calendar, days: { ...known.calendar.days, ...off } });
        if (!parsed.success) throw new Problem('invalid-request', { detail: parsed.error.issues[0]?.message ?? '' });
        if (!dryRun) await documents.put(calendars, { ...known, calendar: parsed.data });
        return more.length;
      }),
    /** @throws Problem `calendar-not-found` */
    async delete(account: string, name: string): Promise<void> {
      if (!(await store.delete(calendars, key(account, name)))) throw calendarNotFound(name);
    },
  };
}

export type Calendars = Awaited<ReturnType<typeof openCalendars>>;

function calendarNotFound(name: string): Problem {
  const detail = `There is no calendar ${JSON.stringify(name)}. GET /v1/list-calendars names those there are.`;
  return new Problem('calendar-not-found', { status: 404, detail });
}
