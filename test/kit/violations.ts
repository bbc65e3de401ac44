/** The constraint that rejected a change, from the driver's error, to compare both databases. */

/** A change rejected by a constraint; `constraint` is the name of the index or check, if the database reports it. */
interface Violation {
  readonly kind: 'unique' | 'reference' | 'required' | 'check'
  readonly constraint: string | null
  /** `table.column`, if the database names them. */
  readonly columns: readonly string[]
}

const sqliteViolations = new Map<number, Violation['kind']>([
  [2067, 'unique'],
  [1555, 'unique'],
  [787, 'reference'],
  [1811, 'reference'],
  [1299, 'required'],
  [275, 'check'],
])

const postgresViolations = new Map<string, Violation['kind']>([
  ['23505', 'unique'],
  ['23503', 'reference'],
  ['23502', 'required'],
  ['23514', 'check'],
])

export function violationOf(error: unknown): Violation | null {
  const {code, errcode, message, constraint, table, column} = partsOf(error)
  const kind = errcode === null ? postgresViolations.get(code ?? '') : sqliteViolations.get(errcode)
  if (kind === undefined) return null
  if (errcode !== null) return {kind, ...sqliteNames(message)}
  return {kind, constraint, columns: table !== null && column !== null ? [`${table}.${column}`] : []}
}

/** `UNIQUE constraint failed: index 'x'`, `… failed: t.a, t.b`, `CHECK constraint failed: x`. */
function sqliteNames(message: string): Pick<Violation, 'constraint' | 'columns'> {
  const said = /constraint failed: (.*)$/.exec(message)?.[1] ?? ''
  const index = /^index '(.*)'$/.exec(said)?.[1]
  if (index !== undefined) return {constraint: index, columns: []}
  if (said.includes('.')) return {constraint: null, columns: said.split(', ')}
  return {constraint: said === '' ? null : said, columns: []}
}

interface Thrown {
  readonly code: string | null
  readonly errcode: number | null
  readonly message: string
  readonly constraint: string | null
  readonly table: string | null
  readonly column: string | null
}

function partsOf(error: unknown): Thrown {
  const part = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const text = (name: string) => {
    const value = part(name)
    return typeof value === 'string' ? value : null
  }
  const errcode = part('errcode')
  return {
    message: error instanceof Error ? error.message : String(error),
    code: text('code'),
    errcode: typeof errcode === 'number' ? errcode : null,
    constraint: text('constraint'),
    table: text('table'),
    column: text('column'),
  }
}
