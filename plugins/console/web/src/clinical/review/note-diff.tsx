import { diffWords } from 'diff';
import factsClasses from './facts.module.css';
import classes from './versions.module.css';

interface Section {
  readonly name: string;
  readonly statements: readonly { readonly text: string }[];
}

/** Two notes as one text, with what was removed and what was added. Not by colour alone: removed words are struck. */
export function NoteDiff({
  before,
  after,
}: {
  readonly before: readonly Section[];
  readonly after: readonly Section[];
}) {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return (
    <div className={classes.diff}>
      {names.map((name) => {
        const text = (sections: readonly Section[]) =>
          (sections.find((each) => each.name === name)?.statements ?? []).map((each) => each.text).join('\n');
        return (
          <section key={name}>
            <h3 className={factsClasses.factsHead}>{name}</h3>
            <TextDiff before={text(before)} after={text(after)} />
          </section>
        );
      })}
    </div>
  );
}

export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  let at = 0;
  return (
    <p className={classes.diffText}>
      {diffWords(before, after).map(({ value, added, removed }) => {
        at += value.length;
        const key = `${at}-${added}-${removed}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
    </p>
  );
}
