/**
 * Options of a form with a note that helps to choose, in a list or as cards. Cards show the colour and icon of each
 * option and one fact, the most used options first.
 */

import {sql} from 'kysely'
import {localDateOf} from '../../engine/base/request-time.ts'
import type {OptionData} from '../../engine/page/common.ts'
import {emptyCell} from '../../engine/query/cells.ts'
import {bindRow, placeOfRow} from '../../engine/query/hypothetical-record.ts'
import {type Cell, type Path, plainList} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {PlanKind, type Statement} from '../../engine/query/statement.ts'
import type {FieldValues} from '../../engine/query/stored.ts'
import {cellAt, value} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {isNotBroken, rulesKey} from '../../engine/transaction/rules.ts'
import {CalendarDate} from '../../feel/calendar.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity, Field, Span} from '../../points/entities/model.ts'
import {pathsIn} from '../../points/entities/run.ts'
import type {Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {FormFieldData} from '../forms/data.ts'
import {dependsOn, type FilledRecord, isFilledForRule} from '../forms/preview.ts'
import {numberIn} from '../planning/strip.ts'
import type {CardChoices} from './form-bullets.ts'
import {choices as choicesBullet} from './form-bullets.ts'

/** More options than this become a list, unless the document asks for cards. */
const mostAutomatic = 8
/** More options than this are never shown as cards. */
const mostCards = 24
/** Longer lists have no notes. */
const mostNoted = 100
/** Shown at once, plus one card for the others. */
const shownAtOnce = 4

export async function withCards(
  reader: ReadContext,
  fields: readonly FormFieldData[],
  {entity, screen}: {readonly entity: Entity; readonly screen: Screen},
): Promise<FormFieldData[]> {
  const shown: FormFieldData[] = []
  for (const data of fields) {
    const field = entity.fields.get(data.name)
    const choices = bulletOf(screen, choicesBullet).find(each => each.field === data.name) ?? null
    const isCard = field !== undefined && isShownAsCards(reader, field, data, choices)
    const listed = choices?.as === 'list' ? {...data, noted: true} : data
    shown.push(isCard ? await cardField(reader, entity, {field, data}) : listed)
  }
  return shown
}

function isShownAsCards(reader: ReadContext, field: Field, data: FormFieldData, told: CardChoices | null): boolean {
  const {kind} = field.type.type
  const count = data.options?.length ?? 0
  if ((kind !== 'reference' && kind !== 'choice') || !field.required) return false
  if (data.lookup !== undefined || data.editedBy !== undefined || count < 2) return false
  if (told) return told.as === 'cards' && count <= mostCards
  const target = kind === 'reference' ? reader.entities.entities.get(data.entity ?? '') : undefined
  return count <= mostAutomatic && target !== undefined && (target.colour ?? target.icon) !== null
}

async function cardField(
  reader: ReadContext,
  entity: Entity,
  {field, data}: {readonly field: Field; readonly data: FormFieldData},
): Promise<FormFieldData> {
  const options = data.options ?? []
  if (options.length <= shownAtOnce + 1) return {...data, options, cards: options.length}
  const uses = await usesOf(reader, entity, field)
  const count = ({value}: OptionData) => uses.get(value) ?? 0
  return {...data, options: options.toSorted((one, other) => count(other) - count(one)), cards: shownAtOnce}
}

const mostRead = 200

/** How often each option occurs among the latest records that the person may read. */
async function usesOf(reader: ReadContext, entity: Entity, field: Field): Promise<ReadonlyMap<string, number>> {
  const sort = [{path: ['created'], descending: true}]
  const latest = plainList({entity: entity.name, size: mostRead, sort})
  const {rows} = await records(entity, {option: value([field.name])}).page(reader, {list: latest})
  const uses = new Map<string, number>()
  for (const {option} of rows) uses.set(String(option ?? ''), (uses.get(String(option ?? '')) ?? 0) + 1)
  return uses
}

// The note of each option, evaluated on the record as it would be with it.

interface NotesRequest extends OptionsRequest {
  readonly span: Span | null
}

interface OptionsRequest {
  readonly entity: Entity
  readonly choices: CardChoices
  readonly options: readonly OptionData[]
  readonly filled: FilledRecord
}

export async function notesOf(
  reader: ReadContext,
  {entity, choices, options, span, filled}: NotesRequest,
): Promise<Readonly<Record<string, string>>> {
  const paths = choices.texts.flatMap(({parts}) => pathsIn(parts))
  if (paths.length === 0) return {}
  const shown = options.slice(0, choices.as === 'cards' ? mostCards : mostNoted)
  const dates = datesOf(reader, span, {entity, filled})
  const wouldBe = recordsWith(shown, {entity, choices, filled}).map(record => new Map([...record, ...dates]))
  const found = await records(entity, {at: cellAt(paths)}).eachUnwritten(reader, filled, wouldBe)
  return Object.fromEntries(
    shown.flatMap(({value}, index) => {
      const note = noteIn(choices, found[index]?.at ?? (() => emptyCell))
      return note === null ? [] : [[value, note]]
    }),
  )
}

/** The record as it would be with each of the options. */
function recordsWith(
  options: readonly OptionData[],
  {entity, choices, filled}: Omit<OptionsRequest, 'options'>,
): FieldValues[] {
  const type = entity.fields.get(choices.field)?.type.type
  return options.map(({value}) => {
    const chosen: Value = type?.kind === 'reference' ? {entity: type.entity, id: value} : value
    return new Map([...filled.record, [choices.field, chosen]])
  })
}

const refusedKind = new PlanKind<Statement>('refused options')

/** The options of a list with which one of the rules that depend on them would be broken, such as a room that is taken or too small. */
export async function refusedOptions(
  reader: ReadContext,
  rules: readonly Rule[],
  {entity, choices, options, filled}: OptionsRequest,
): Promise<readonly string[]> {
  if (choices.as !== 'list') return []
  const shown = options.slice(0, mostNoted)
  const wouldBe = recordsWith(shown, {entity, choices, filled})
  const [example] = wouldBe
  const known = example
    ? rules.filter(
        rule => dependsOn(filled, rule, [choices.field]) && isFilledForRule({...filled, record: example}, rule),
      )
    : []
  if (known.length === 0) return []
  const {plan, values} = bindRow(reader, reader.tables, filled, {
    kind: refusedKind,
    shape: rulesKey(known),
    records: wouldBe,
    make({context, from}, write) {
      const isBroken = known.map(rule => sql`not (${isNotBroken(rule, context)})`)
      return write(sql`select ${placeOfRow} ${from()} where ${sql.join(isBroken, sql` or `)} order by ${placeOfRow}`)
    },
  })
  const rows = await plan.run(reader, values)
  return rows.flatMap(([place]) => shown[Number(place)]?.value ?? [])
}

/** The first of the texts whose fields all have values. */
function noteIn({texts}: CardChoices, cellOf: (path: Path) => Cell): string | null {
  const isThere = (path: Path) => cellOf(path).text !== '' && numberIn(cellOf(path)) !== 0
  const said = texts.find(({parts}) => parts.every(part => part.kind === 'text' || isThere(part.path)))
  return said ? said.parts.map(part => (part.kind === 'text' ? part.text : cellOf(part.path).text)).join('') : null
}

/** Until dates are chosen, the notes are evaluated for today. */
function datesOf(
  {moment}: ReadContext,
  span: Span | null,
  {entity, filled: {record}}: {readonly entity: Entity; readonly filled: FilledRecord},
): [string, Value][] {
  if (!span || entity.fields.get(span.from)?.type.type.kind !== 'date') return []
  const today = localDateOf(moment)
  return [span.from, span.to]
    .flatMap(name => (record.get(name) instanceof CalendarDate ? [] : [[name, today] as const]))
    .map(([name, value]): [string, Value] => [name, value])
}
