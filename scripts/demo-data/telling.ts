/** The history of a request relative to this week: from its ending to its events, or null if the time is too short. */
import {kindNamed} from './calendar.ts'
import {
  type Asked,
  allowCancelling,
  approve,
  askToCancel,
  confirm,
  create,
  type Event,
  finish,
  keep,
  reject,
  submit,
  update,
  withdraw,
} from './course.ts'
import {at, dayOnly, later, type Moment, weekdayOf, write} from './days.ts'
import type {Ending} from './plan.ts'
import type {Chance} from './random.ts'
import type {Words} from './words.ts'

export interface Telling {
  readonly chance: Chance
  readonly words: Words
}

/** The last time that has certainly passed, on any weekday of this week. */
const past = -1
const longLeave = 15

export function tell(asked: Asked, ending: Ending, telling: Telling): readonly Event[] | null {
  const {chance} = telling
  const kind = kindNamed(asked.kind)
  // Requests in progress were recorded when they started, even if New Year has cut off their beginning.
  const began = ending === 'running' ? dayOnly(asked.first) : asked.first
  const submitted = kind.approval ? askedAt(asked, ending, chance) : at(began, clock(7, 8, chance))
  if (submitted === null) return null
  if (ending === 'draft') return [create(asked, submitted)]
  const events = [...open(asked, submitted, chance), submit(asked.person, submitted, kind.approval)]
  const rest = kind.approval ? decide(asked, ending, submitted, telling) : []
  if (rest === null) return null
  const end = ending === 'taken' ? [finish(at(later(asked.last, 1), '00:05'))] : []
  return [...events, ...rest, ...end]
}

/** Some save a draft first, and change the last day. */
function open(asked: Asked, submitted: Moment, chance: Chance): Event[] {
  const drafted = submitted.from === 'week' && asked.last.day - asked.first.day > 2 && chance.happens(0.15)
  if (!drafted) return [create(asked, submitted)]
  const before = later(asked.last, -1)
  const day = workday(submitted.day - chance.between(1, 4), -1)
  const saved = at({from: 'week', day}, clock(9, 18, chance))
  if (weekdayOf(before.day) > 4 || asked.half !== undefined) return [create(asked, saved)]
  return [create({...asked, last: before}, saved), update(asked.person, submitted, ['last_day', write(asked.last)])]
}

function askedAt({kind, first}: Asked, ending: Ending, chance: Chance): Moment | null {
  const {notice} = kindNamed(kind)
  const fresh = ending === 'submitted' && first.day >= notice + 6 && chance.happens(0.5)
  if (fresh) return at({from: 'today', day: -chance.between(1, 4)}, clock(8, 16, chance))
  const lead = notice + chance.between(1, notice === 0 ? 9 : 32)
  const recent = chance.between(...waiting(ending))
  const day = workday(Math.min(first.day - lead, past + 1 - recent), -1)
  return first.day - day < notice ? null : at({from: 'week', day}, clock(8, 17, chance))
}

/** The minimum number of days since it was requested: waiting requests have not waited long. */
function waiting(ending: Ending): [from: number, to: number] {
  if (ending === 'submitted' || ending === 'draft') return [1, 11]
  return ending === 'pre-approved' || ending === 'cancel_asked' ? [6, 16] : [4, 75]
}

function decide(asked: Asked, ending: Ending, submitted: Moment, telling: Telling): Event[] | null {
  if (ending === 'submitted') return []
  const {person} = asked
  const {words, chance} = telling
  const first = next(asked, submitted, chance)
  if (first === null) return null
  if (ending === 'withdrawn') return [withdraw(person, first)]
  if (ending === 'rejected')
    return [reject(person, first, words.reason(asked.kind === 'Training' ? 'rejectTraining' : 'reject'))]
  const long = weekdays(asked) > longLeave
  const approval = approve(person, first, {long, answer: answerTo(asked, long, words)})
  if (ending === 'pre-approved') return [approval]
  if (!long) return afterwards(asked, ending, [approval], telling)
  const second = next(asked, first, chance)
  return second === null ? null : [approval, confirm(person, second, words.answer('confirm'))]
}

function afterwards(asked: Asked, ending: Ending, events: Event[], {words, chance}: Telling): Event[] | null {
  if (!['kept', 'called off', 'cancel_asked'].includes(ending)) return events
  const [approval] = events
  const asking = approval === undefined ? null : next(asked, approval.at, chance)
  if (asking === null) return null
  const {person} = asked
  const more = [...events, askToCancel(person, asking, words.reason(ending === 'kept' ? 'offer' : 'cancel'))]
  if (ending === 'cancel_asked') return more
  const answered = next(asked, asking, chance)
  if (answered === null) return null
  return [
    ...more,
    ending === 'kept'
      ? keep(person, answered, words.reason('keep'))
      : allowCancelling(person, answered, words.reason('allow')),
  ]
}

/** One to three days later, before the first day and before today. */
function next({first}: Asked, before: Moment, chance: Chance): Moment | null {
  const day = workday(before.day + chance.between(1, 3), 1)
  const near = before.day < -5 && first.day > 6 && day > -8 && chance.happens(0.5)
  if (before.from === 'week' && near) return at({from: 'today', day: -chance.between(1, 3)}, clock(8, 17, chance))
  if (before.from !== 'week' || day > past || day >= first.day) return null
  return at({from: 'week', day}, clock(8, 17, chance))
}

function answerTo({kind}: Asked, long: boolean, words: Words): string {
  if (long) return words.reason('long')
  if (kind === 'Training') return words.answer('training')
  return words.answer(kind === 'Special leave' ? 'special' : 'approve')
}

export function weekdays({first, last}: Pick<Asked, 'first' | 'last'>): number {
  const days = Array.from({length: last.day - first.day + 1}, (_, index) => first.day + index)
  return days.filter(day => weekdayOf(day) < 5).length
}

/** The day itself, or the nearest working day in the given direction. */
function workday(day: number, direction: 1 | -1): number {
  return weekdayOf(day) < 5 ? day : workday(day + direction, direction)
}

export function clock(from: number, to: number, chance: Chance): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${pad(chance.between(from, to))}:${pad(chance.between(0, 59))}`
}
