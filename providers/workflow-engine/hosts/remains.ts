import type { Health } from 'chronoscribe';

/** The health of an engine that could not clear its tables of deleted text. */
export function remainsLeft(place: string, hindrance: string): Health {
  return {
    status: 'degraded',
    detail: `${place} may hold remains of text that was deleted: its tables could not be cleared. ${hindrance}`,
    hint: 'See that no backup or other long transaction keeps the tables of workflows busy; the host tries again every minute.',
  };
}
