import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** What was said or found, with its detail; a click shows where. `children`: what can be done with it. */
export function EvidenceRow(props: {
  readonly text: string;
  readonly detail: string;
  readonly evidence: readonly string[];
  readonly onShow: (evidence: readonly string[]) => void;
  readonly children?: ReactNode;
}) {
  const { text, detail, evidence, onShow, children } = props;
  return (
    <li className={classes.fact}>
      <button type="button" className={classes.factText} onClick={() => onShow(evidence)}>
        <span>{text}</span>
        <span className={classes.factKind}>{detail}</span>
      </button>
      {children}
    </li>
  );
}
