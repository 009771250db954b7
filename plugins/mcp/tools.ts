/** A route that agents are offered as a tool. Its fields, its scope and its errors are those of the route. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it is for and how it goes with the others: a model reads this, and no other documentation. */
  readonly description: string;
  /** As `Endpoints` knows it. */
  readonly endpoint: string;
  /** `reads` changes nothing, `adds` removes and replaces nothing, `replaces` can change or undo what is there. */
  readonly effect: 'reads' | 'adds' | 'replaces';
}

/**
 * The tools, in the order in which they are listed. They are chosen by hand: an agent works better with a few tools for
 * whole tasks than with every route. What deletes records, keys or accounts is not among them.
 */
export const tools: readonly Tool[] = [
  {
    name: 'search_records',
    title: 'Search records',
    description:
      'Lists transcripts and documents, newest first, without their contents. Search by patient, by words of the title, by state or by time of creation. Read one with read_transcript or read_document, by its `id`; `location` says which.',
    endpoint: 'GET /api/v1/records',
    effect: 'reads',
  },
  {
    name: 'read_transcript',
    title: 'Read a transcript',
    description:
      'Returns one visit: the segments of what was said, the note with the segments that support each statement, facts such as orders and follow-ups, and warnings. Quote the segments when you report what was said or left open.',
    endpoint: 'GET /api/v1/transcripts/{id}',
    effect: 'reads',
  },
  {
    name: 'read_document',
    title: 'Read a document',
    description: 'Returns the record of an image or of PDFs: its text, findings, facts, evidence and warnings.',
    endpoint: 'GET /api/v1/documents/{id}',
    effect: 'reads',
  },
  {
    name: 'search_events',
    title: 'Search events',
    description: 'Returns the events of one place within a range of time, on a timeline.',
    endpoint: 'GET /v1/search-events',
    effect: 'reads',
  },
  {
    name: 'list_events',
    title: 'List events',
    description:
      'Returns the events of every place on a timeline, page by page, ordered by time. Use it to learn the ids of events and what causes what.',
    endpoint: 'GET /v1/list-events',
    effect: 'reads',
  },
  {
    name: 'read_event_history',
    title: 'Read the history of an event',
    description: 'Returns every version of an event, on every timeline.',
    endpoint: 'GET /v1/event-history',
    effect: 'reads',
  },
  {
    name: 'read_clock',
    title: 'Read the clock',
    description: 'Returns the time and the place that the account is at. It need not be the real time.',
    endpoint: 'GET /v1/current-time',
    effect: 'reads',
  },
  {
    name: 'move_clock',
    title: 'Move the clock forward',
    description:
      'Adds a duration to the time that the clock shows. Schedules, sleeping runs and automations that come due on the way really happen.',
    endpoint: 'POST /v1/fast-forward',
    effect: 'replaces',
  },
  {
    name: 'create_branch',
    title: 'Branch a timeline',
    description:
      'Makes a timeline on which changes can be tried: nothing that happens on it reaches its base. Do this before manipulate_event unless the change is meant for the timeline itself.',
    endpoint: 'POST /v1/create-timeline',
    effect: 'adds',
  },
  {
    name: 'manipulate_event',
    title: 'Give an event a new outcome',
    description:
      'Changes what happened, when or where, on one timeline. Send `dry_run: true` first: it writes nothing and answers the same. With `safety_check`, the default, a change that makes a new paradox is refused with the paradox; without it the change is written, and check_paradox explains what it broke.',
    endpoint: 'POST /v1/manipulate-event',
    effect: 'replaces',
  },
  {
    name: 'check_paradox',
    title: 'Check a timeline for paradoxes',
    description:
      'Returns the stability of a timeline and every paradox on it, with the events that are involved and why.',
    endpoint: 'GET /v1/check-paradox',
    effect: 'reads',
  },
  {
    name: 'compare_timelines',
    title: 'Compare two timelines',
    description:
      'Returns the events that only one of two timelines shows, and those of which they show different versions.',
    endpoint: 'GET /v1/compare-timelines',
    effect: 'reads',
  },
  {
    name: 'rewrite_note',
    title: 'Start rewriting a note',
    description:
      'Starts a run that writes the note of a transcript anew, as a new version; earlier ones are kept. Answers at once with the `id` of the run: follow it with read_run.',
    endpoint: 'POST /api/v1/transcripts/{id}/rewrite',
    effect: 'adds',
  },
  {
    name: 'list_runs',
    title: 'List runs',
    description: 'Lists what the host works on or has worked on for the account, newest first, with its state.',
    endpoint: 'GET /api/v1/runs',
    effect: 'reads',
  },
  {
    name: 'read_run',
    title: 'Follow a run',
    description:
      'Returns the state of a run with each of its steps. While `status` is queued or running, call it again after some seconds. `done` has a `result`, `failed` an `error`.',
    endpoint: 'GET /api/v1/runs/{id}',
    effect: 'reads',
  },
];
