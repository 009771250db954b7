import type { AssertionTable } from '../table.ts';
import { denials } from './denials.ts';
import { conditionals, doubts } from './doubts.ts';
import { holders } from './holders.ts';
import { notToBe, plans } from './plans.ts';
import { refusals } from './refusals.ts';
import { times } from './times.ts';
import { words } from './words.ts';

/** Clinical English: speech, dictation and notes. */
export const english: AssertionTable = {
  words,
  rules: [...denials, ...doubts, ...conditionals, ...times, ...plans, ...notToBe, ...refusals, ...holders],
  joints: 'and but plus also so',
  alternatives: 'or nor',
  subjects:
    "i he she we they you i'm i've he's she's we're you're they're i'll we'll you'll it's there there's it that's patient",
  openers:
    "that if when whether think thinks believe feel say says said than as do does did have has had am is are was were can could should would will may might unless because since until what where how who which why while so thought know knows like the a of for with let's like wish told after before suspect then to from see start starting started put give giving get send refer want need tell ask let help take switch keep call stop keeps hold try used called gave made make bring bothering bothers on at by about without into over off after",
  verbs:
    "no not denies denied deny negative positive without has have had is are was were does did do am i'm i've it's that's there's he's she's we're you're they're isn't wasn't aren't weren't doesn't don't didn't haven't hasn't won't can't reports reported complains complained presents presented states stated admits admitted endorses endorsed notes noted describes suffers smokes smoked drinks drank takes took uses used works worked lives lived persists persisted continues continued remains remained started began developed hurts feels felt shows showed reveals revealed demonstrates came went gets got will can could should would may might let's stop start continue take hold quit stopped called increase decrease i'll we'll you'll sleeps eats exercises walks needs wants tried think says said makes comes goes woke wakes resolved improved worsened",
  beforeDates: 'in since last until till early late',
  determiners: 'my your his her the their this that these those',
  governing:
    'in of off on to with from for at or over around have had having taking take took taken use using need and under into about see appreciate evidence has any all denies deny tolerate noticed lost missed finish finished want wants start stop do get been through during stopped stopping quit discontinued hold skip refuse refused decline declined',
  continuing: "has takes uses gets took he she they he's she's they're they've they'll who there there's",
};
