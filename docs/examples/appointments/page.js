/** @typedef {import('./data.ts').Appointment} Appointment */

const texts = {
  en: {
    ...{ patient: 'Patient', at: 'Date and time', add: 'Make the appointment', comes: 'Comes', declines: 'Declines' },
    ...{ planned: 'planned', reminded: 'reminded', confirmed: 'comes', cancelled: 'declined', unanswered: 'no answer' },
  },
  de: {
    ...{ patient: 'Patient', at: 'Tag und Uhrzeit', add: 'Termin vereinbaren', comes: 'Kommt', declines: 'Sagt ab' },
    ...{ planned: 'geplant', reminded: 'erinnert', confirmed: 'kommt', cancelled: 'abgesagt', unanswered: 'offen' },
  },
};

/** @type {Record<Appointment['state'], 'neutral' | 'accent' | 'good' | 'bad' | 'warn'>} */
const tones = { planned: 'neutral', reminded: 'accent', confirmed: 'good', cancelled: 'bad', unanswered: 'warn' };

/** @type {import('chronoscribe/console').ConsoleModule} */
export default ({ React: { createElement: h, Fragment }, components, useConsole, useData, call }) => {
  const { Rows, Row, Badge, Button, Form, Field } = components;
  return () => {
    const { language, mayChange } = useConsole();
    const t = language === 'de' ? texts.de : texts.en;
    const { format } = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
    /** @type {{ appointments: Appointment[] }} */
    const { appointments } = useData('/appointments');
    const row = (/** @type {Appointment} */ { id, patient, at, state }) => {
      const answer = (/** @type {string} */ text, /** @type {boolean} */ coming) =>
        h(Button, {
          text,
          name: `${text}: ${patient}`,
          action: () => call('POST', `/appointments/${id}/answer`, { coming }),
        });
      const isOpen = mayChange && (state === 'planned' || state === 'reminded');
      const buttons = isOpen ? [answer(t.comes, true), answer(t.declines, false)] : [];
      const badge = h(Badge, { tone: tones[state], children: t[state] });
      return h(Row, { key: id, name: patient, details: [format(at)] }, badge, ...buttons);
    };
    /** @param {Readonly<Record<string, string>>} texts */
    const add = ({ patient, at = '' }) => call('POST', '/appointments', { patient, at: new Date(at).toISOString() });
    const patient = h(Field, { name: 'patient', label: t.patient, required: true });
    const at = h(Field, { name: 'at', label: t.at, type: 'datetime-local', required: true });
    const form = mayChange && h(Form, { submit: t.add, send: add }, patient, at);
    const rows = appointments.length > 0 && h(Rows, null, appointments.map(row));
    return h(Fragment, null, form, rows);
  };
};
