/** The strip in a mail: who else has entries on the days of the record, as in the recipient's inbox. */

import {personOf} from '../../engine/base/actor.ts'
import {Display} from '../../engine/display/field-display.ts'
import type {Engine} from '../../engine/engine.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cellAt} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {nothingBeside} from '../../engine/screen-context.ts'
import {compileStrip, stripData} from '../../features/planning/strip.ts'
import {strip} from '../../features/planning/strip-bullets.ts'
import type {StripData, TimelineBar, TimelineRow} from '../../features/planning/timeline-data.ts'
import type {MailDay, MailStrip, MailStripRow} from '../../mail/content.ts'
import {inLine} from '../../mail/mailer.ts'
import {listInLanguage} from '../../messages/languages.ts'
import {inSentence} from '../../points/entities/names.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {mayOpen} from '../../points/screens/run.ts'
import {messagesFor} from '../messages.ts'

interface StripAbout {
  readonly entity: string
  readonly record: string
}

/** Null if the recipient may open no inbox with a strip, or if the record has no dates. */
export async function mailStrip(
  engine: Engine,
  reader: ReadContext,
  {entity, record}: StripAbout,
): Promise<MailStrip | null> {
  const {specification, actor, moment} = reader
  const {screens} = specification.screens
  const screen = screens.find(
    each =>
      each.shows.kind === 'inbox' &&
      each.shows.entity === entity &&
      bulletOf(each, strip) !== null &&
      mayOpen(each, personOf(actor)),
  )
  const words = messagesFor(moment.language)
  const context: RecordContext = {
    specification,
    words,
    display: new Display(specification),
    screens,
    engine,
    settings: null,
    openBeside: nothingBeside,
  }
  const compiled = screen && compileStrip(screen, context)
  if (!compiled) return null
  const paths = Object.values(compiled.paths).filter(path => path.length > 0)
  const found = (await records(compiled.records.entity, {cell: cellAt(paths)}).byIds(reader, [record])).get(record)
  if (!found) return null
  const {cell} = found
  const data = await stripData(reader, compiled, {record: {id: record, name: '', cell}, visit: {actor}, context})
  if (!data) return null
  const rows = data.rows.filter(row => row.id === data.own || row.bars.length > 0)
  const {warning} = data
  return {
    title: data.period,
    days: data.heads.map(({short, text, off}, index) => ({short, text, off, covered: data.covers[index] ?? false})),
    rows: rows.map(row => mailRow(row, {data, record, rows, language: moment.language})),
    warning:
      warning && data.limit !== null
        ? {
            lead: words.strip.limitReached(warning.days, warning.count, {limit: data.limit, as: data.presentAs}),
            text:
              warning.names.length === 0
                ? ''
                : words.strip.sameDay(inLine(listInLanguage(warning.names, moment.language), 500), data.presentAs),
          }
        : null,
  }
}

interface StripRowContext {
  readonly data: StripData
  readonly record: string
  readonly rows: readonly TimelineRow[]
  readonly language: string
}

function mailRow(row: TimelineRow, {data, record, rows, language}: StripRowContext): MailStripRow {
  const labels = [...new Set(row.bars.flatMap(({state}) => (state ? [inSentence(state.label, language)] : [])))]
  const own = row.id === data.own
  return {
    name: inLine(data.people ? shortName(row, rows) : row.name, 40),
    note: own || labels.length !== 1 ? '' : inLine(labels[0] ?? '', 24),
    own,
    times: row.bars.map(({when, state}) => inLine(state && !own ? `${when} (${state.label})` : when, 80)),
    days: data.heads.map((head, index): MailDay => {
      const [from, to] = [index * head.units, (index + 1) * head.units]
      const bar = row.bars.find(each => each.start < to && each.end > from)
      if (bar) return {fill: fillOf(bar, record), half: bar.half !== null || bar.start > from || bar.end < to}
      const off = head.off || row.marks.some(mark => mark.kind === 'off' && mark.start < to && mark.end > from)
      return {fill: off ? 'off' : 'none', half: false}
    }),
  }
}

const fillOf = ({id, requested}: TimelineBar, record: string): MailDay['fill'] =>
  id === record ? 'own' : requested ? 'requested' : 'booked'

/** The first name, if it is unique in the strip. */
function shortName({id, name}: TimelineRow, rows: readonly TimelineRow[]): string {
  const firstName = (full: string) => full.split(' ')[0] ?? full
  const short = firstName(name)
  return rows.some(other => other.id !== id && firstName(other.name) === short) ? name : short
}
