/** The functions of PostgreSQL that the statements of an engine call, created before the first of them is compiled. */
import {FieldFunctions, type NamedFunction} from '../../feel/sql/field-functions.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {sqlTables} from '../../points/entities/table-names.ts'
import type {Specification} from '../../points/specification.ts'
import type {Store} from '../../store/store.ts'
import {type RequestTime, requestTimeAt} from '../base/request-time.ts'

/** Those of a document, with the settings that it declares. */
export function functionsOf({entities, limits}: Pick<Specification, 'entities' | 'limits'>): readonly NamedFunction[] {
  const {zone, workingWeek} = requestTimeAt(0, limits.settings)
  return new FieldFunctions({tables: sqlTables(entities), zone, workingWeek}).all()
}

/** What a role needs that may not create them. Null if it may, or need not. */
export async function missingRight(store: Store, functions: readonly NamedFunction[]): Promise<string | null> {
  const changes = await store.compareFunctions(functions)
  if (!changes || changes.created.length === 0 || changes.mayCreate) return null
  const {role, created} = changes
  const [which, they] = created.length === 1 ? ['one function', 'it'] : [`${created.length} functions`, 'them']
  return `The database role ${role} may not create ${which} that computed fields would have in the schema nonet. Pages work without ${they}, but their statements are longer: a connection needs several times the memory, and first visits take longer. To change that, let the owner of the database run: grant create on schema nonet to ${role}`
}

export class StatementFunctions {
  readonly #define: () => Promise<FieldFunctions | null>
  #readying: Promise<void> | null = null
  #known: FieldFunctions | null = null
  /** Whether statements can be compiled. */
  isReady: boolean

  constructor(store: Pick<Store, 'database' | 'define'>, tables: Tables, moment: () => RequestTime) {
    this.isReady = store.database === 'sqlite'
    this.#define = async () => {
      const {zone, workingWeek} = moment()
      const made = new FieldFunctions({tables, zone, workingWeek})
      return (await store.define(made.all())) ? made : null
    }
  }

  /** Null if the role may not create them: statements are longer then. */
  get known(): FieldFunctions | null {
    return this.#known
  }

  ready(): Promise<void> {
    this.#readying ??= this.#define()
      .then(known => {
        this.#known = known
        this.isReady = true
      })
      .finally(() => {
        this.#readying = null
      })
    return this.#readying
  }
}
