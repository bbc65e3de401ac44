/**
 * The appearance of bars and cards: the colour of the category that the document names, if the actor may read it, and
 * hatching while undecided. Shared by calendars, timelines, strips and boards.
 */

import {declaredScreens} from '../../engine/base/screens-that.ts'
import {hueClass} from '../../engine/base/state-display.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {RecordProperty} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import {dictionaryOrder} from '../../points/entities/values/formats.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {colourPath} from '../../points/screens/bullets/colours.ts'
import {fieldAtEnd} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import {closedDays as closedDaysBullet, daysOff as daysOffBullet, requested as requestedBullet} from './bullets.ts'
import type {DayMark} from './marked-days.ts'
import type {LegendEntry} from './period-data.ts'

export interface RecordLook {
  /** The CSS classes of the colour. */
  readonly tone: string
  readonly requested: boolean
  /** The category and its colour, for the legend; null if it is the state, empty if it is hidden. */
  readonly category: string | null
  readonly state: {readonly label: string; readonly tone: string} | null
}

/** Tones of undecided states, unless the document defines them. */
const undecided = new Set(['idle', 'wait', 'info'])

const neutral = 'neutral'

export function lookOn(
  screen: Screen,
  {specification, display}: Pick<RecordContext, 'specification' | 'display'>,
): RecordProperty<RecordLook> {
  const entity = entityShown(screen)
  const states = display.states.get(entity)
  const declared = specification.entities.entities.get(entity)
  const state = declared && stateFieldOf(declared)
  const path = colourPath(screen, specification.entities)
  const field = path && fieldAtEnd(specification.entities, entity, path)
  // A state has a tone, which may have a colour of the document.
  const colouring = field && !field.state ? path : null
  const requested = bulletOf(screen, requestedBullet)
  const isRequested = (word: string, tone: string) =>
    requested === null ? undecided.has(tone.split(' ')[0] ?? '') : requested.includes(word)
  const colourIn = ({value, mark}: Cell) => {
    if (mark?.colour !== undefined) return mark.colour
    if (typeof value !== 'string') return undefined
    return field?.type.name === 'colour' ? value : (field?.looks?.get(value)?.colour ?? undefined)
  }
  return at => {
    const colourAt = at.cell(colouring)
    const stateAt = at.cell(state ? [state.name] : null)
    return row => {
      const word = stateAt(row).value
      const tone = typeof word === 'string' ? (states?.tones[word] ?? 'idle') : 'plain'
      const badge = typeof word === 'string' ? {label: states?.label(word) ?? word, tone} : null
      const undecidedYet = typeof word === 'string' && isRequested(word, tone)
      if (!colouring) return {tone, requested: undecidedYet, category: null, state: badge}
      const shown = colourAt(row)
      const colour = colourIn(shown)
      return {
        tone: colour === undefined ? neutral : hueClass(colour),
        requested: undecidedYet,
        category: shown.text,
        state: badge,
      }
    }
  }
}

interface LegendContext {
  readonly screen: Screen
  readonly context: RecordContext
  /** Whether half days are drawn, and the marked days that are. */
  readonly half: boolean
  readonly marks: readonly Pick<DayMark, 'kind'>[]
  /** The rows: their colour needs no explanation next to their name. */
  readonly per?: Path
}

/** The legend in reading order: categories, then hatching, half days, days off and closed days. */
export function legendOf(
  looks: readonly RecordLook[],
  {screen, context, half, marks, per}: LegendContext,
): LegendEntry[] {
  const {timelines: words} = context.words
  const daysOff = bulletOf(screen, daysOffBullet)
  const closedDays = bulletOf(screen, closedDaysBullet)
  const colour = colourPath(screen, context.specification.entities)
  const isOfRow = per !== undefined && colour?.join('.') === per.join('.')
  const kinds = new Set(marks.map(({kind}) => kind))
  return [
    ...(isOfRow ? [] : colourEntries(looks, screen, context)),
    ...(looks.some(({requested, category}) => requested && category !== null)
      ? [{kind: 'requested', text: words.requested, tone: ''} as const]
      : []),
    ...(half ? [{kind: 'half', text: words.halfDay, tone: ''} as const] : []),
    ...(kinds.has('off')
      ? [{kind: 'off', text: markLabel(context, daysOff?.entity, words.dayOff), tone: ''} as const]
      : []),
    ...(kinds.has('closed')
      ? [{kind: 'closed', text: markLabel(context, closedDays?.entity, words.closedDay), tone: ''} as const]
      : []),
  ]
}

/** The title of the page of such a day is clearer than the name of its entity: `Public holiday`. */
export function markLabel({screens, specification}: RecordContext, entity: string | undefined, usual: string): string {
  const [page] = declaredScreens(screens, 'showOne', entity ?? '')
  return page?.name ?? specification.entities.entities.get(entity ?? '')?.label ?? usual
}

/** Categories by name; states in the order of the document. */
function colourEntries(
  looks: readonly RecordLook[],
  screen: Screen,
  {display, specification, words}: RecordContext,
): LegendEntry[] {
  const states = display.states.get(entityShown(screen))
  const byCategory = new Map<string, string>()
  const byState = new Map<string, string>()
  for (const {category, tone, state} of looks)
    if (category !== null) byCategory.set(category, tone)
    else if (state) byState.set(state.label, tone)
  const named = [...byCategory].filter(([text]) => text !== '')
  const hidden = byCategory.get('')
  const compare = dictionaryOrder(specification.limits.settings.LANGUAGE)
  const order = states?.machine.states.map(({name}) => states.label(name)) ?? []
  return [
    ...named.toSorted(([a], [b]) => compare(a, b)).map(([text, tone]) => ({kind: 'colour', text, tone}) as const),
    ...(hidden !== undefined && named.length > 0
      ? [{kind: 'colour', text: words.timelines.otherColour, tone: hidden} as const]
      : []),
    ...order.flatMap(text => {
      const tone = byState.get(text)
      return tone === undefined ? [] : [{kind: 'colour', text, tone} as const]
    }),
  ]
}
