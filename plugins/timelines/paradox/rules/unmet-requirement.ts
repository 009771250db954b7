import { factText } from '../facts.ts';
import { faultOf } from '../fault.ts';
import type { Rule } from '../rule.ts';
import { requirersOf, type Supply, suppliesOf } from '../supply.ts';
import { dated, fact, named } from '../wording.ts';
import type { WorldEvent } from '../world-event.ts';

/** An event requires a fact that no event supplies, see `Supply`. Borne by the event that requires it. */
export const unmetRequirement: Rule = {
  kind: 'unmet_requirement',
  borneBy: (event, world) =>
    suppliesOf(event, world)
      .filter(({ suppliers }) => suppliers.length === 0)
      .map((supply) => found(event, supply)),
  touchedBy: requirersOf,
};

function found(event: WorldEvent, { key, value, contrary }: Supply) {
  const needed = fact(key, value);
  const [setter] = contrary;
  const set = setter === undefined ? undefined : fact(key, setter.effects[key] ?? null);
  const instead =
    setter === undefined || set === undefined
      ? []
      : [{ from: setter.event_id, to: set, relation: 'sets', detail: `${named(setter)} sets ${set}` }];
  const reason =
    setter === undefined
      ? `no event up to then sets ${key}`
      : `the latest event up to then to set ${key}, ${dated(setter)}, sets ${set}`;
  return faultOf('unmet_requirement', {
    events: setter === undefined ? [event] : [event, setter],
    witness: [
      { from: event.event_id, to: needed, relation: 'requires', detail: `${named(event)} requires ${needed}` },
      ...instead,
    ],
    explanation: `${dated(event)} requires ${needed}, but ${reason}.`,
    identities: () => [factText([event.subject, key, value])],
  });
}
