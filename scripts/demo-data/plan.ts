/** The number of requests by kind, length and state besides the seasons, all relative to this week. */
import type {Theme} from './notes.ts'

/**
 * The current state of a request. `withdrawn` is ended by the person before the leave, `called off` is cancelled with the
 * manager's consent, `kept` is approved again.
 */
export type Ending =
  | 'draft'
  | 'submitted'
  | 'pre-approved'
  | 'approved'
  | 'kept'
  | 'running'
  | 'taken'
  | 'rejected'
  | 'withdrawn'
  | 'called off'
  | 'cancel_asked'

/** From `weekday` (0 is Monday) for this many calendar days. */
export interface Shape {
  readonly weekday: number
  readonly days: number
  readonly half?: 'first' | 'last'
}

const shape = (weekday: number, days: number, half?: 'first' | 'last'): Shape =>
  half === undefined ? {weekday, days} : {weekday, days, half}

const half = [0, 1, 2, 3, 4].flatMap(weekday => [shape(weekday, 1, 'first'), shape(weekday, 1, 'last')])
const day = [shape(0, 1), shape(4, 1), shape(4, 1), shape(2, 1)]
const ill = [shape(0, 1), shape(1, 1), shape(3, 1), shape(0, 2), shape(1, 2), shape(2, 3), shape(0, 3)]
const few = [
  shape(3, 2),
  shape(0, 2),
  shape(2, 3),
  shape(0, 3),
  shape(1, 4),
  shape(4, 4),
  shape(3, 5),
  shape(2, 3, 'first'),
]
const fewMore = [shape(0, 4, 'last'), shape(3, 2, 'first'), shape(4, 5), shape(1, 2)]
const week = [shape(0, 5), shape(0, 5), shape(0, 5, 'last'), shape(2, 7)]
const fortnight = [shape(0, 12), shape(0, 12), shape(2, 14)]
// In progress on every day of this week: they start by Monday and end after Sunday.
const around = [shape(-5, 14), shape(0, 8), shape(-3, 12), shape(-7, 16), shape(0, 12)]
const illAround = [shape(-4, 13), shape(-3, 12)]

export interface Wish {
  readonly kind: string
  readonly ending: Ending
  readonly theme: Theme
  readonly shapes: readonly Shape[]
  readonly count: number
  /** Set for a fixed person, week relative to this one, and note. */
  readonly told?: {readonly name: string; readonly week: number; readonly note: string}
}

const wish = (kind: string, ending: Ending, [theme, shapes, count]: [Theme, readonly Shape[], number]): Wish => ({
  ...{kind, ending, theme, shapes, count},
})

const told = ([name, week, note]: [string, number, string], wished: Wish): Wish => ({
  ...wished,
  told: {name, week, note},
})

/**
 * The requests on the first page of the best-known people first; then long and rare ones, while there is still space
 * for them.
 */
export const wishes: readonly Wish[] = [
  told(
    ['Rui Oliveira', 8, 'Our second is due soon, and I’d like to be at home with my wife for the first few weeks.'],
    wish('Parental leave', 'pre-approved', ['parental', [shape(0, 40)], 1]),
  ),
  told(
    ['Nadia Benali', 4, 'A long weekend in the Vosges with my sister.'],
    wish('Holiday', 'submitted', ['few', [shape(2, 3)], 1]),
  ),
  told(
    ['Nadia Benali', 2, 'Signing the papers for the flat, at one o’clock.'],
    wish('Holiday', 'approved', ['half', [shape(4, 1, 'first')], 1]),
  ),
  told(['Nadia Benali', -6, ''], wish('Holiday', 'taken', ['week', [shape(0, 5)], 1])),
  told(
    ['Jonas Lind', 0, 'Two weeks without a screen. I mean it.'],
    wish('Holiday', 'running', ['fortnight', [shape(-5, 14)], 1]),
  ),
  told(['Paul Costa', 1, 'Visiting my brother in Évora.'], wish('Holiday', 'approved', ['few', [shape(0, 4)], 1])),
  told(
    ['Sara Koch', 2, 'Hiking with old university friends.'],
    wish('Holiday', 'approved', ['week', [shape(0, 5)], 1]),
  ),
  told(['Hana Fiala', 3, ''], wish('Holiday', 'approved', ['few', [shape(1, 4)], 1])),
  told(['Liam Murphy', 6, 'Donegal.'], wish('Holiday', 'approved', ['week', [shape(0, 5, 'last')], 1])),
  told(
    ['Isabelle Fontaine', 7, 'Anna, who approves mine? No one’s named yet.'],
    wish('Holiday', 'draft', ['week', [shape(0, 5)], 1]),
  ),
  told(['Isabelle Fontaine', -5, ''], wish('Sick leave', 'taken', ['sickness', [shape(1, 2)], 1])),
  wish('Parental leave', 'running', ['parental', [shape(-35, 61)], 1]),
  wish('Parental leave', 'approved', ['parental', [shape(0, 40)], 1]),
  wish('Unpaid leave', 'pre-approved', ['unpaid', [shape(0, 33)], 1]),
  wish('Unpaid leave', 'taken', ['unpaid', [shape(0, 26)], 1]),
  wish('Unpaid leave', 'submitted', ['unpaid', [shape(0, 26)], 1]),
  wish('Holiday', 'pre-approved', ['fortnight', [shape(0, 26)], 2]),
  wish('Training', 'running', ['training', [shape(0, 9)], 1]),
  wish('Holiday', 'running', ['week', around, 5]),
  wish('Sick leave', 'running', ['seriousSickness', illAround, 2]),
  wish('Holiday', 'taken', ['fortnight', fortnight, 5]),
  wish('Holiday', 'approved', ['fortnight', fortnight, 5]),
  wish('Holiday', 'submitted', ['fortnight', fortnight, 2]),
  wish('Holiday', 'submitted', ['week', week, 4]),
  wish('Holiday', 'submitted', ['few', few, 7]),
  wish('Holiday', 'submitted', ['day', day, 2]),
  wish('Training', 'submitted', ['training', [shape(1, 2), shape(0, 3)], 3]),
  wish('Relocation leave', 'submitted', ['moving', [shape(4, 1), shape(3, 2)], 1]),
  wish('Special leave', 'submitted', ['special', [shape(4, 1)], 1]),
  wish('Holiday', 'cancel_asked', ['week', week, 2]),
  wish('Holiday', 'cancel_asked', ['few', few, 2]),
  wish('Holiday', 'kept', ['few', few, 2]),
  wish('Holiday', 'approved', ['week', week, 9]),
  wish('Holiday', 'approved', ['few', few, 9]),
  wish('Holiday', 'approved', ['day', day, 5]),
  wish('Holiday', 'approved', ['half', half, 3]),
  wish('Training', 'approved', ['training', [shape(1, 2), shape(0, 3), shape(2, 1)], 6]),
  wish('Relocation leave', 'approved', ['moving', [shape(4, 1), shape(0, 2)], 2]),
  wish('Special leave', 'approved', ['special', [shape(3, 2), shape(4, 1)], 2]),
  wish('Holiday', 'draft', ['week', week, 3]),
  wish('Holiday', 'draft', ['few', few, 2]),
  wish('Training', 'draft', ['training', [shape(2, 2)], 1]),
  wish('Holiday', 'taken', ['week', week, 13]),
  wish('Sick leave', 'taken', ['seriousSickness', [shape(0, 12), shape(1, 11)], 3]),
  wish('Holiday', 'taken', ['few', [...few, ...fewMore], 17]),
  wish('Holiday', 'taken', ['day', day, 8]),
  wish('Holiday', 'taken', ['half', half, 9]),
  wish('Sick leave', 'taken', ['sickness', ill, 25]),
  wish('Carer’s leave', 'taken', ['child', [shape(0, 1), shape(1, 2), shape(3, 2)], 6]),
  wish('Training', 'taken', ['training', [shape(1, 2), shape(2, 3), shape(0, 5)], 7]),
  wish('Relocation leave', 'taken', ['moving', [shape(4, 1), shape(3, 2)], 3]),
  wish('Special leave', 'taken', ['special', [shape(3, 2), shape(2, 1), shape(4, 1)], 5]),
  wish('Holiday', 'rejected', ['week', week, 4]),
  wish('Holiday', 'rejected', ['few', few, 6]),
  wish('Training', 'rejected', ['training', [shape(1, 2)], 2]),
  wish('Holiday', 'withdrawn', ['week', week, 3]),
  wish('Holiday', 'withdrawn', ['few', few, 3]),
  wish('Training', 'withdrawn', ['training', [shape(2, 2)], 1]),
  wish('Holiday', 'called off', ['week', week, 2]),
  wish('Holiday', 'called off', ['few', few, 3]),
]
