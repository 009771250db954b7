/** An event with all that one can have, as a client may send it. */
export const moonLanding = {
  event_id: 'moon-landing',
  description: 'Two people land on the Moon',
  time: '1969-07-20T20:17:40.25Z',
  location: 'Tranquility Base',
  end_time: '1969-07-21T17:54:00Z',
  causes: ['launch', { event_id: 'lunar-orbit', min_delay: '1h', max_delay: '3d' }],
  participants: ['Neil Armstrong', 'Buzz Aldrin', 'Neil Armstrong'],
  requires: { rocket: 'launched' },
  effects: { footprints: 2 },
  geo: { lat: 0.67, lon: 23.47 },
};
