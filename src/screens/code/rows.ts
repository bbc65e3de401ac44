/** The records of a list as own code gets them: each column at its path, with what the viewer may read. */
import {CompiledAnswer} from '../../engine/calls/answer.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import type {ShownField} from '../../engine/page/cells.ts'
import type {Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Parameters} from '../../engine/query/statement.ts'
import {cellAt, value} from '../../engine/records/properties.ts'
import {type PropertiesOf, type Records, records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {isJsonObject, type Json} from '../../feel/core.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {labelOfName} from '../../points/entities/names.ts'
import {computedFromJson, shownAs} from '../../points/entities/types.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {OwnColumn} from '../../points/screens/own/model.ts'
import type {CodeRow, CodeRows, CodeValue} from './data.ts'

interface ReadColumn {
  readonly path: Path
  readonly key: string
  readonly field: Field
}

type CodeComputed = Extract<OwnColumn, {kind: 'computed'}>

const shapeOf = (paths: readonly Path[]) => ({revision: value(['version']), at: cellAt(paths)})

type RowShape = ReturnType<typeof shapeOf>
export type FoundRow = PropertiesOf<RowShape> & {readonly id: string}

/** What a row has beside its columns. */
export interface BesideColumns {
  readonly can: readonly string[]
  readonly lists: Readonly<Record<string, CodeRows>>
}

type NamesByColumn = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The columns of one list of the document. */
export class CodeColumns {
  readonly entity: Entity
  readonly records: Records<RowShape>
  readonly #columns: readonly ReadColumn[]
  readonly #computed: readonly CodeComputed[]
  readonly #answer: CompiledAnswer | null

  /** `further`: fields that are needed besides the columns. */
  constructor(
    entity: Entity,
    columns: readonly OwnColumn[],
    {specification}: Pick<RecordContext, 'specification'>,
    further: readonly Path[] = [],
  ) {
    this.entity = entity
    this.#columns = columns.flatMap(each => {
      const found = each.kind === 'field' ? fieldAtPath(specification.entities, entity.name, each.path) : null
      return each.kind === 'field' && found ? [{path: each.path, key: each.path.join('.'), field: found.field}] : []
    })
    this.#computed = columns.filter(each => each.kind === 'computed')
    this.records = records(entity, shapeOf([...this.#columns.flatMap(pathsOf), ...further]))
    const entries = this.#computed.map(
      ({name, core, type, text}) => [name, {kind: 'value', core, use: shownAs(type), text, field: null}] as const,
    )
    this.#answer = entries.length === 0 ? null : new CompiledAnswer(entity.name, {kind: 'object', entries})
  }

  /** Those that the person may read of some record, in the order of the document. */
  fields({visibility}: ReadContext, {display}: Pick<RecordContext, 'display'>): readonly ShownField[] {
    const seen = this.#columns.filter(({path}) => visibility.visibleField(this.entity.name, path) !== null)
    return [
      ...seen.flatMap(({path}) => display.field(this.entity.name, path) ?? []),
      ...this.#computed.map(({name, type}) => ({
        key: name,
        label: labelOfName(name),
        help: '',
        display: shownAs(type).display,
      })),
    ]
  }

  async rows(
    reader: ReadContext,
    found: readonly FoundRow[],
    parameters: Parameters,
    beside: (record: FoundRow) => BesideColumns,
  ): Promise<readonly CodeRow[]> {
    const names = await this.#namesIn(reader, found)
    const ids = found.map(({id}) => id)
    const answered = (await this.#answer?.all(reader, ids, {}, parameters)) ?? []
    const computed = new Map(answered.map(({id, json}) => [id, isJsonObject(json) ? json : {}]))
    return found.map(record => {
      const {can, lists} = beside(record)
      const values = computed.get(record.id) ?? {}
      const columns: Readonly<Record<string, CodeValue | CodeRows>> = {
        ...this.#tree(record, names, this.#columns),
        ...values,
        ...lists,
      }
      return {
        ...columns,
        id: record.id,
        version: Number(record.revision),
        can,
        shown: {...this.#shown(record), ...this.#computedTexts(reader, values)},
      }
    })
  }

  /** Of the records in columns that are lists. */
  async #namesIn(reader: ReadContext, found: readonly FoundRow[]): Promise<NamesByColumn> {
    const names = new Map<string, ReadonlyMap<string, string>>()
    for (const {path, key, field} of this.#columns) {
      const entity = isListOfRecords(field) ? entityReferredTo(field) : null
      if (entity === null || entity === fileEntity) continue
      const ids = [...new Set(found.flatMap(({at}) => idsIn(at(path).value)))]
      names.set(key, ids.length === 0 ? new Map() : await recordNames(reader, reader.visibility, {entity, ids}))
    }
    return names
  }

  /** `person.team` is below `person`, which is null if the person may not see it. */
  #tree(
    record: FoundRow,
    names: NamesByColumn,
    columns: readonly ReadColumn[],
    before: Path = [],
  ): Record<string, CodeValue> {
    const depth = before.length
    const byName = Map.groupBy(columns, ({path}) => path[depth] ?? '')
    return Object.fromEntries(
      [...byName].map(([name, some]) => {
        const path = [...before, name]
        const deeper = some.filter(each => each.path.length > path.length)
        const own = some.find(each => each.path.length === path.length)
        if (deeper.length === 0) return [name, own ? valueAt(record, own, names) : null]
        const reference = referenceAt(record, path)
        return [name, reference && {...reference, ...this.#tree(record, names, deeper, path)}]
      }),
    )
  }

  #shown({at}: FoundRow): Readonly<Record<string, string>> {
    const texts = this.#columns.flatMap(({path, key, field}) => {
      const {text, value} = at(path)
      const isNamed = entityReferredTo(field) !== null
      return isNamed || text === '' || text === plainText(value) ? [] : [[key, text] as const]
    })
    return Object.fromEntries(texts)
  }

  #computedTexts({moment}: ReadContext, values: Readonly<Record<string, Json>>): Readonly<Record<string, string>> {
    const locale = localeOf(moment)
    const texts = this.#computed.flatMap(({name, type}) => {
      const json = values[name] ?? null
      const text = shownAs(type).toText(computedFromJson(type, json, locale), locale)
      return text === '' || text === plainText(json) ? [] : [[name, text] as const]
    })
    return Object.fromEntries(texts)
  }
}

const isListOfRecords = ({type: {type}}: Field): boolean => type.kind === 'list' && type.of.kind === 'reference'

const plainText = (value: Json): string => (Array.isArray(value) ? value.join(', ') : String(value))

const idsIn = (value: Json): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The column, and the records on the way to it: only the id says whether one is visible. */
function pathsOf({path, field}: ReadColumn): readonly Path[] {
  const end =
    field.type.type.kind === 'reference' && entityReferredTo(field) !== fileEntity ? path.length : path.length - 1
  const records = path.slice(0, end).map((_, index) => path.slice(0, index + 1))
  return [path, ...records.flatMap(each => [each, [...each, 'id']])]
}

function referenceAt({at}: FoundRow, path: Path): {readonly id: string; readonly name: string} | null {
  const id = at([...path, 'id']).value
  return typeof id === 'string' ? {id, name: at(path).text} : null
}

function valueAt(record: FoundRow, {path, key, field}: ReadColumn, names: NamesByColumn): CodeValue {
  const cell = record.at(path)
  if (entityReferredTo(field) === fileEntity) {
    const files = (cell.files ?? []).map(({id, name}) => ({id, name}))
    return isListOfRecords(field) ? files : (files[0] ?? null)
  }
  if (field.type.type.kind === 'reference') return referenceAt(record, path)
  if (isListOfRecords(field)) return idsIn(cell.value).map(id => ({id, name: names.get(key)?.get(id) ?? ''}))
  return cell.value
}
