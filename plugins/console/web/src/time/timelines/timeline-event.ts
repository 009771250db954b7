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
  /** All that a search looks through, in small letters. */
  readonly words: string;
  readonly api: ApiEvent;
}

export function toTimelineEvent(api: ApiEvent): TimelineEvent {
  const { event_id: id, description, time, end_time, location, participants = [], causes = [] } = api;
  return {
    id,
    text: description || id,
    start: Date.parse(time),
    end: Date.parse(end_time ?? time),
    location,
    participants,
    causes: causes.map((cause) => cause.event_id),
    words: [id, description, location, ...participants].join('\n').toLowerCase(),
    api,
  };
}
