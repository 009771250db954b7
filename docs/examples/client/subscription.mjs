const day = 86_400_000;

/** A program as it knows nothing of tests: a trial of 14 days, a reminder three days before its end, then a payment. */
export function subscribe(service) {
  const post = (path) => fetch(`${service}${path}`, { method: 'POST' });
  const subscription = { state: 'trial', since: new Date() };
  setTimeout(() => post('/reminders'), 11 * day);
  setTimeout(async () => {
    const { ok } = await post('/payments');
    subscription.state = ok ? 'paid' : 'unpaid';
    subscription.since = new Date();
  }, 14 * day);
  return subscription;
}
