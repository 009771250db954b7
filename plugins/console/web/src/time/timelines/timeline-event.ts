import type { Answer } from '../../shared/api.ts';

/** An event as the API has it. */
export type ApiEvent = Answer<'/v1/list-events'>['events'][number];

/** An event as the screens use it. */
export interface TimelineEvent {
  readonly id: string;
  /** What happened; its id if nobody said. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** As `start` if it is an instant. */
  readonly end: number;
  readonly location: string;
  readonly participants: readonly string[];
  readonly causes: readonly string[];
  /** When it was to be, if a baseline of it is kept. */
  readonly planned: { readonly start: number; readonly end: number } | undefined;
  /** All that a search looks through, in small letters. */
  readonly words: string;
  readonly api: ApiEvent;
}

export function toTimelineEvent(api: ApiEvent): TimelineEvent {
  const { event_id: id, description, time, end_time, location, participants = [], causes = [], plan } = api;
  const planned = plan?.baseline;
  return {
    id,
    text: description || id,
    start: Date.parse(time),
    end: Date.parse(end_time ?? time),
    location,
    participants,
    causes: causes.map((cause) => cause.event_id),
    planned: planned && {
      start: Date.parse(String(planned.time)),
      end: Date.parse(String(planned.end_time ?? planned.time)),
    },
    words: [id, description, location, ...participants].join('\n').toLowerCase(),
    api,
  };
}
