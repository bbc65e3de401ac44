/** What a form says about parts, as changes that the gate makes with those of their owner. */
import type {ChangeRequest, Input, Ordered, PartRequest} from '../change.ts'
import type {Reader} from '../engine.ts'
import type {Form} from '../reply.ts'
import {blankRow, isUntouched, type PartList, type Row, rowKeys, sentRow, storedRows} from './part-rows.ts'
import {inputsIn} from './sent.ts'

export interface SentParts {
  /** What the change of the owner takes along; nothing of what stays as it is. */
  readonly changes: Pick<ChangeRequest, 'parts' | 'order'>
  /** Where the form shows the part that a problem of the gate is about. */
  readonly fieldOf: (field: string | null) => string | null
}

/** What becomes of the parts: rows that say what is there already are left alone. */
export async function sentParts(
  reader: Reader,
  lists: readonly PartList[],
  at: {owner: {entity: string; id: string} | null; sent: Form},
): Promise<SentParts> {
  const requests = new Map<string, readonly PartRequest[]>()
  const orders = new Map<string, readonly Ordered[]>()
  const places = new Map<string, string>()
  for (const list of lists) {
    const stored = at.owner ? await storedRows(reader, list, at.owner) : []
    const blank = await blankRow(reader, list)
    const {wanted, order} = wantedOf(list, {sent: at.sent, stored, blank})
    for (const [index, {shown}] of wanted.entries()) places.set(`${list.name}.${index}`, `${list.name}.${shown}`)
    if (wanted.length > 0)
      requests.set(
        list.name,
        wanted.map(({request}) => request),
      )
    if (isAnother(order, stored)) orders.set(list.name, order)
  }
  const changes = {...(requests.size > 0 ? {parts: requests} : {}), ...(orders.size > 0 ? {order: orders} : {})}
  return {changes, fieldOf: field => placeOf(places, field)}
}

interface Wanted {
  readonly request: PartRequest
  /** The row in which the form shows it. */
  readonly shown: number
}

function wantedOf(list: PartList, {sent, stored, blank}: {sent: Form; stored: readonly Row[]; blank: Row}) {
  const wanted: Wanted[] = []
  const order: Ordered[] = []
  let shown = 0
  for (const key of rowKeys(list, sent)) {
    const row = sentRow(list, {sent, key})
    if (row.id === '' && isUntouched(row, blank)) continue
    const request = partRequest(list, {row, key, sent, known: stored.find(({id}) => id === row.id)})
    if (!row.removed) order.push(row.id === '' ? wanted.length : row.id)
    if (request) wanted.push({request, shown})
    shown += 1
  }
  return {wanted, order}
}

/** Those that are there, as they stand, and new ones behind them: that comes by itself. */
function isAnother(order: readonly Ordered[], stored: readonly Row[]): boolean {
  const named = new Set(order)
  const asTheyStand = stored.flatMap(({id}) => (named.has(id) ? [id] : []))
  return asTheyStand.some((id, index) => order[index] !== id)
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
  const several = new Set(list.fields.filter(({type}) => type.type.kind === 'list').map(({name}) => name))
  const isSame = (name: string, input: Input) => {
    const [now, before] = [row.values.get(name) ?? [], known?.values.get(name) ?? []]
    if ('files' in input && input.files.add.length > 0) return false
    return 'files' in input || several.has(name) ? allOf(now) === allOf(before) : lastOf(now) === lastOf(before)
  }
  const changed = new Map<string, Input>([...fields].filter(([name, input]) => !isSame(name, input)))
  return changed.size === 0 ? null : {kind: 'update', id, version, fields: changed}
}

const lastOf = (texts: readonly string[]) => texts.at(-1) ?? ''
const allOf = (texts: readonly string[]) =>
  texts
    .filter(text => text !== '')
    .toSorted()
    .join('\n')

function placeOf(places: ReadonlyMap<string, string>, field: string | null): string | null {
  if (field === null) return null
  const [list = '', index = '', ...rest] = field.split('.')
  const place = places.get(`${list}.${index}`)
  return place === undefined ? field : [place, ...rest].join('.')
}
