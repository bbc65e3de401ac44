/**
 * The strip of a dashboard: the coming weeks as a small timeline, with the viewer's own row first, then the rows that
 * have entries.
 */

import {type Actor, personOf} from '../../engine/base/actor.ts'
import {dayNumberOf} from '../../engine/base/request-time.ts'
import type {LinkData} from '../../engine/page/common.ts'
import {emptyQuery} from '../../engine/query/list-query.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {legendOf} from '../../features/planning/bar-look.ts'
import {inTime} from '../../features/planning/bullets.ts'
import {markedDays} from '../../features/planning/marked-days.ts'
import {compileSpan, recordsInRange} from '../../features/planning/records-in-range.ts'
import {laidOut, marksOfRows} from '../../features/planning/timeline-bars.ts'
import type {TimelineRow} from '../../features/planning/timeline-data.ts'
import {ofRows, perOf, type TimelineRows, timelineRows} from '../../features/planning/timeline-rows.ts'
import {weeksScale} from '../../features/planning/timeline-scale.ts'
import type {Spread} from '../../points/screens/bullets/spread.ts'
import type {CardList, Screen} from '../../points/screens/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import {type CardPlace, withList} from './card-groups.ts'
import type {WeeksData} from './data.ts'

const usualWeeks = 6
const usualRows = 8
/** A few rows are shown: those whose records begin first, which are looked for among as many records. */
const mostRead = 500
/** Of more, functions of the database are not called for each record. */
const fewRows = 12
/** Of the rows that are shown. */
const mostShown = 3000

export const loadStrip = withList(async (reader, place, shows) => {
  const {context, visit} = place
  const known = timelineOf(shows.entity, visit.actor, context)
  const screen = stripScreen(shows, known, place)
  const nothing: WeeksData = {bands: [], heads: [], own: null, people: false, legend: [], rows: [], timeline: null}
  if (!screen) return {as: 'strip', ...nothing}
  const {moment} = reader
  const {words} = context
  const per = perOf(screen)
  const span = compileSpan(screen, context, {per})
  const scale = weeksScale(dayNumberOf(moment), moment, {
    timed: span.fields.timed,
    weeks: shows.weeks ?? usualWeeks,
    banded: true,
  })
  const rows = await timelineRows(reader, {screen, per, asked: emptyQuery, visit}, context)
  const {timed} = span.fields
  const days = await markedDays(reader, screen, scale.days)
  const read = async (of: TimelineRows, most: number) => {
    const narrowed = [ofRows(reader, {fields: span.fields, per}, of)]
    const found = await recordsInRange(reader, span, {
      asked: emptyQuery,
      days: scale.days,
      narrowed,
      most,
      few: of.rows.length <= fewRows,
    })
    const marks = marksOfRows(days, of.rows)
    const laid = laidOut(found.placed, {rows: of, screen, scale, moment, words, marks, timed, pinned: true})
    const busy = laid.groups.flatMap(group => group.rows).filter(row => row.bars.length > 0)
    const shown = busy.toSorted(byBeginning).slice(0, shows.limit ?? usualRows)
    return {laid, marks, shown, more: found.more}
  }
  const first = await read(rows, mostRead)
  // Later records of the rows that are shown were among those that were not read.
  const kept = new Set(first.shown.map(({id}) => id))
  const few = {...rows, rows: rows.rows.filter(row => row.own || kept.has(row.id))}
  const {laid, marks, shown} = first.more ? await read(few, mostShown) : first
  const drawn = new Set([...(laid.own ? [laid.own] : []), ...shown].flatMap(row => row.bars.map(({id}) => id)))
  const [firstBand] = laid.cut.bands
  return {
    as: 'strip',
    bands: laid.cut.bands.map(band => (band === firstBand ? {...band, text: words.timelines.thisWeek} : band)),
    heads: laid.heads,
    own: laid.own,
    rows: shown,
    people: rows.people,
    legend: legendOf(
      laid.bars.filter(({placed}) => drawn.has(placed.key)).map(({placed}) => placed.look),
      {
        screen,
        context,
        half: laid.bars.some(({half, placed}) => half !== null && drawn.has(placed.key)),
        marks,
        per,
      },
    ),
    timeline: timelineLink(shows.entity, place),
  }
})

const byBeginning = (a: TimelineRow, b: TimelineRow): number => (a.bars[0]?.start ?? 0) - (b.bars[0]?.start ?? 0)

/** A link to the timeline of the same records. */
export function timelineLink(entity: string, {context, visit}: CardPlace): LinkData | null {
  const known = timelineOf(entity, visit.actor, context)
  return known && {label: known.name, href: known.route.path}
}

/** The timeline of the same records that the viewer may open. */
function timelineOf(entity: string, actor: Actor, {screens}: RecordContext): Screen | null {
  const fits = (each: Screen) =>
    each.shows.kind === 'timeline' && each.shows.entity === entity && each.address.kind === 'plain'
  return screens.find(each => fits(each) && mayOpen(each, personOf(actor))) ?? null
}

/** The strip as a timeline: the card's records, with the rows and marked days of the document's timeline. */
function stripScreen(shows: CardList, known: Screen | null, {card, context}: CardPlace): Screen | null {
  const {dates, entity, where, columns} = shows
  const base = known ?? context.screens[0]
  if (!dates?.per || !base) return null
  const spread: Spread = {from: dates.from.join('.'), to: dates.to?.join('.') ?? null, per: dates.per.join('.')}
  return {...base, name: card.name, shows: {kind: 'list', entity}, details: {...inTime(known), spread, where, columns}}
}
