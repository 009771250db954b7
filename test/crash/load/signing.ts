import { Broken, type Load, refused } from '../deed.ts';
import { newName } from '../practice.ts';
import { hasTooMuchUnderWay, makingRun } from './making-runs.ts';
import { on, path, Transcript } from './transcripts.ts';

/** Signing notes, adding to them, and opening them again. */
export const signingLoad: Load = {
  [`POST ${path}/{id}/sign`]: {
    weight: 2,
    act: on((practice, random, id, { signature, body }) => {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const warnings = body === undefined ? [] : Transcript.parse(JSON.parse(body)).warnings;
      const acknowledge = random.chance(0.9) ? warnings : [];
      const deed = makingRun(practice, random, {
        operation: `POST ${path}/{id}/sign`,
        call: { path: `${path}/${id}/sign`, json: { acknowledge } },
        run: { end: 'done', makes: 'signature', mark: '', record: id },
      });
      if (signature !== null || acknowledge.length < warnings.length) return refused(deed, [409]);
      // It may have warnings that nobody has read.
      return body === undefined ? { ...deed, refusals: [409] } : deed;
    }),
  },
  [`POST ${path}/{id}/addendum`]: {
    weight: 2,
    act: on((practice, random, id, { signature }) => {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const text = newName(practice);
      const deed = makingRun(practice, random, {
        operation: `POST ${path}/{id}/addendum`,
        call: { path: `${path}/${id}/addendum`, json: { text } },
        run: { end: 'done', makes: 'addendum', mark: text, record: id },
      });
      return signature === null ? refused(deed, [409]) : deed;
    }),
  },
  [`POST ${path}/{id}/reopen`]: {
    weight: 1,
    act: on((practice, _, id, booked) => {
      const operation = `POST ${path}/{id}/reopen`;
      const call = {
        method: 'POST',
        path: `${path}/${id}/reopen`,
        key: practice.adminKey,
        json: { reason: newName(practice) },
      };
      if (booked.signature === null) return refused({ operation, call }, [409]);
      const book = (body: string) => void practice.transcripts.set(id, { ...booked, signature: null, body });
      return {
        operation,
        call,
        book: ({ text }) => book(text),
        async lookFor(ask) {
          const { text, json } = await ask({ method: 'GET', path: `${path}/${id}` });
          if (Transcript.parse(json).signature === null) book(text);
          else if (booked.body !== undefined && text !== booked.body)
            throw new Broken('half', `the record ${id} is neither as it was nor opened again`);
        },
      };
    }),
  },
};
