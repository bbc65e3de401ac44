/** The functions of PostgreSQL that the statements of an engine call, created before the first of them is compiled. */
import {FieldFunctions} from '../../feel/sql/field-functions.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import type {Store} from '../../store/store.ts'
import type {RequestTime} from '../base/request-time.ts'

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
