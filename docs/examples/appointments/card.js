const texts = {
  en: { comes: 'Comes', declines: 'Declines', question: 'Does the patient come?', closed: 'No answer is expected.' },
  de: {
    comes: 'Kommt',
    declines: 'Sagt ab',
    question: 'Kommt der Patient?',
    closed: 'Es wird keine Antwort erwartet.',
  },
};

/** @type {import('chronoscribe/console').ConsoleModule<import('chronoscribe/console').RunCardProps>} */
export default ({ React: { createElement: h }, components: { Button, Rows, Row }, useConsole, call }) =>
  ({ run }) => {
    const { language, mayChange } = useConsole();
    const t = language === 'de' ? texts.de : texts.en;
    const waits = run.waitingFor.length > 0;
    const answer = (/** @type {string} */ text, /** @type {boolean} */ coming) =>
      h(Button, { text, action: () => call('POST', `/appointments/${run.id}/answer`, { coming }) });
    const buttons = waits && mayChange ? [answer(t.comes, true), answer(t.declines, false)] : [];
    return h(Rows, null, h(Row, { name: run.name, details: [waits ? t.question : t.closed] }, ...buttons));
  };
