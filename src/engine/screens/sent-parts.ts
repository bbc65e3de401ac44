/** What a form says about parts, as changes that the gate makes with those of their owner. */
import type {Input, PartRequest} from '../change.ts'
import type {Reader} from '../engine.ts'
import type {Form} from '../reply.ts'
import {blankRow, isUntouched, type PartList, type Row, rowKeys, sentRow, storedRows} from './part-rows.ts'
import {inputsIn} from './sent.ts'

export interface SentParts {
  readonly requests: ReadonlyMap<string, readonly PartRequest[]>
  /** Where the form shows the part that a problem of the gate is about. */
  readonly fieldOf: (field: string | null) => string | null
}

/** What becomes of the parts: rows that say what is there already are left alone. */
export async function sentParts(
  reader: Reader,
  lists: readonly PartList[],
  at: {owner: {entity: string; id: string} | null; sent: Form},
): Promise<SentParts> {
  const requests = new Map<string, PartRequest[]>()
  const places = new Map<string, string>()
  for (const list of lists) {
    const stored = at.owner ? await storedRows(reader, list, at.owner) : []
    let shown = 0
    for (const key of rowKeys(list, at.sent)) {
      const row = sentRow(list, {sent: at.sent, key})
      const blank = row.id === '' && isUntouched(row, blankRow(reader, list))
      if (blank) continue
      const request = partRequest(list, {row, key, sent: at.sent, known: stored.find(({id}) => id === row.id)})
      if (request) {
        const some = requests.get(list.name) ?? []
        places.set(`${list.name}.${some.length}`, `${list.name}.${shown}`)
        requests.set(list.name, [...some, request])
      }
      shown += 1
    }
  }
  return {requests, fieldOf: field => placeOf(places, field)}
}

function partRequest(
  list: PartList,
  {row, key, sent, known}: {row: Row; key: string; sent: Form; known: Row | undefined},
): PartRequest | null {
  const {id, version} = row
  if (row.removed) return id === '' ? null : {kind: 'delete', id, version, fields: new Map()}
  const prefix = `${list.name}.${key}.`
  const own = sent.fields.flatMap(field =>
    field.name.startsWith(prefix) ? [{...field, name: field.name.slice(prefix.length)}] : [],
  )
  const fields = inputsIn(own, sent, prefix)
  if (id === '') return {kind: 'create', fields}
  const isSame = (name: string) => lastOf(row.values.get(name)) === lastOf(known?.values.get(name))
  const changed = new Map<string, Input>([...fields].filter(([name]) => !isSame(name)))
  return changed.size === 0 ? null : {kind: 'update', id, version, fields: changed}
}

const lastOf = (texts: readonly string[] | undefined) => texts?.at(-1) ?? ''

function placeOf(places: ReadonlyMap<string, string>, field: string | null): string | null {
  if (field === null) return null
  const [list = '', index = '', ...rest] = field.split('.')
  const place = places.get(`${list}.${index}`)
  return place === undefined ? field : [place, ...rest].join('.')
}
