import { useEffect, useState } from 'react';
import { z } from 'zod/mini';

const Heard = z.object({ id: z.string(), startMs: z.number(), text: z.string() });
export type Heard = z.output<typeof Heard>;

/** What the host has heard of a recording so far: a preview. The browser connects again by itself. */
export function useHeard(liveId: string | undefined): readonly Heard[] {
  const [heard, setHeard] = useState<readonly Heard[]>([]);
  useEffect(() => {
    setHeard([]);
    if (liveId === undefined) return;
    const events = new EventSource(`/api/v1/transcripts/live/${encodeURIComponent(liveId)}/events`);
    events.addEventListener('segment', (event) => {
      const segment = Heard.parse(JSON.parse(event.data));
      setHeard((before) => [...before.filter(({ id }) => id !== segment.id), segment]);
    });
    return () => events.close();
  }, [liveId]);
  return heard;
}
