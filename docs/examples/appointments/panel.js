/** @typedef {import('./data.ts').Appointment} Appointment */
/** @type {import('chronoscribe/console').ConsoleModule<import('chronoscribe/console').NotePanelProps>} */
export default ({ React: { createElement: h }, components: { Rows, Row }, useConsole, useData }) =>
  ({ note }) => {
    const { language } = useConsole();
    const { format } = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
    /** @type {{ appointments: Appointment[] }} */
    const { appointments } = useData('/appointments');
    const own = appointments.filter(({ patient }) => patient === note.patient?.name);
    return h(
      Rows,
      null,
      own.map(({ id, at }) => h(Row, { key: id, name: format(at) })),
    );
  };
