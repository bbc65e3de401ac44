/** What a test gives, as data of a page: lists can be plain lists, and rows have what the test names. */
import type {BlankRows} from '../screens/code/blank.ts'
import type {CodeData, CodeRow, CodeRows, CodeShown} from '../screens/code/data.ts'

type GivenRow = Readonly<Record<string, unknown>>

/** Whether an action is possible: on a record, by what it has. */
type GivenAbility = boolean | ((row: CodeRow) => boolean)

export interface GivenData {
  readonly data?: Readonly<Record<string, unknown>>
  readonly address?: Readonly<Record<string, unknown>>
  readonly can?: Readonly<Record<string, GivenAbility>>
}

export function withGiven(blank: CodeData, rows: BlankRows, {data = {}, address = {}, can = {}}: GivenData): CodeData {
  refuseUnknown('data', data, blank.data)
  refuseUnknown('can', can, blank.actions)
  refuseUnknown('address', address, blank.address)
  const filled = new FilledRows(blank, rows, can)
  return {
    ...blank,
    address: {...blank.address, ...(address as CodeData['address'])},
    data: Object.fromEntries(
      Object.entries(blank.data).map(([name, empty]) => [
        name,
        Object.hasOwn(data, name) ? filled.shown(name, {empty, given: data[name]}) : empty,
      ]),
    ),
    actions: Object.fromEntries(
      Object.entries(blank.actions).map(([name, action]) => {
        const given = Object.hasOwn(can, name) ? can[name] : undefined
        return [name, given === undefined ? action : {...action, can: given !== false}]
      }),
    ),
  }
}

/** A name that the document does not have would be given without effect. */
function refuseUnknown(what: string, given: object, known: object): void {
  const odd = Object.keys(given).find(name => !Object.hasOwn(known, name))
  if (odd === undefined) return
  const names = Object.keys(known).join(', ') || 'nothing'
  throw new Error(`The screen has no ${odd} in its ${what === 'can' ? 'actions' : what}: there is ${names}.`)
}

class FilledRows {
  readonly #blank: CodeData
  readonly #rows: BlankRows
  readonly #can: NonNullable<GivenData['can']>
  readonly #counts = new Map<string, number>()

  constructor(blank: CodeData, rows: BlankRows, can: NonNullable<GivenData['can']>) {
    this.#blank = blank
    this.#rows = rows
    this.#can = can
  }

  shown(name: string, {empty, given}: {readonly empty: CodeShown; readonly given: unknown}): CodeShown {
    if (given === null || typeof given === 'number') return given
    if (typeof empty === 'object' && empty !== null && 'groups' in empty)
      return {groups: listIn(given, 'groups') as never, more: false, ...(Array.isArray(given) ? {} : given)}
    if (isList(empty)) {
      const rows = listIn(given, 'rows').map(row => this.row(name, row))
      const more = Array.isArray(given) ? {} : {...(given as object)}
      return {...empty, ...('pages' in empty ? {count: rows.length} : {}), ...more, rows}
    }
    return this.row(name, given as GivenRow)
  }

  row(name: string, given: GivenRow): CodeRow {
    const nested = Object.keys(this.#rows).filter(each => each.startsWith(`${name}.`))
    const lists = nested.map((each): [string, CodeRows] => {
      const key = each.slice(name.length + 1)
      return [key, {rows: listIn(given[key] ?? [], 'rows').map(row => this.row(each, row)), more: false}]
    })
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    const row = {
      ...{id: `${name}-${count}`, version: 1, shown: {}, can: []},
      ...this.#rows[name],
      ...given,
      ...Object.fromEntries(lists),
    } as CodeRow
    return {...row, can: [...row.can, ...this.#possible(name, row)]}
  }

  #possible(name: string, row: CodeRow): readonly string[] {
    const entity = this.#blank.tables.find(each => each.name === name)?.of
    const actions = Object.values(this.#blank.actions).filter(({of}) => of === entity)
    return actions.flatMap(action => {
      const ability = Object.hasOwn(this.#can, action.name) ? this.#can[action.name] : false
      const isPossible = typeof ability === 'function' ? ability(row) : ability === true
      return isPossible && !row.can.includes(action.name) ? [action.name] : []
    })
  }
}

const isList = (shown: CodeShown): shown is CodeRows =>
  typeof shown === 'object' && shown !== null && 'rows' in shown && Array.isArray(shown.rows)

const listIn = (given: unknown, name: string): readonly GivenRow[] =>
  (Array.isArray(given) ? given : Reflect.get(Object(given), name)) as readonly GivenRow[]
