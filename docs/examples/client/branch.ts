import { createClient } from 'chronoscribe/client';

const client = createClient({ url: 'http://127.0.0.1:8080', key: process.env.KEY ?? '' });

const moon = { location: 'Tranquility Base', time: '1969-07-20T20:17:40Z' };
await client.recordEvent({ ...moon, event_id: 'landing', description: 'The Eagle lands' });
await client.recordEvent({
  ...moon,
  event_id: 'walk',
  description: 'A walk',
  time: '1969-07-21T02:56:15Z',
  causes: ['landing'],
});

const { timeline_id } = await client.createTimeline({ base_timeline_id: 'primary', description: 'Low on fuel' });
const changes = [{ action: 'Lose a minute over the boulders', time: '1969-07-20T20:16:00Z' }];
const new_outcome = { description: 'The Eagle turns back', changes };
const { new_event_id, consequences = [] } = await client.manipulateEvent({
  event_id: 'landing',
  new_outcome,
  timeline_id,
});
for (const { event_id, effect } of consequences) console.log(event_id, effect); // walk orphaned

const { changed } = await client.compareTimelines({ timeline_id: 'primary', other_timeline_id: timeline_id });
console.log(changed[0]?.to.description); // The Eagle turns back
console.log((await client.checkParadox({ timeline_id })).timeline_stability); // Strained

await client.mergeTimeline({ timeline_id });
await client.deleteTimeline({ timeline_id });
const { versions } = await client.eventHistory({ event_id: 'landing' });
console.log(versions.map(({ operation }) => operation)); // [ 'record', 'merge' ]
await client.revertEvent({ event_id: new_event_id });
