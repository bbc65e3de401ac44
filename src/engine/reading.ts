/** What a query needs to know besides what is asked. */
import type {StatementContext} from './query/context.ts'
import type {Statements} from './query/statement.ts'

export {contextOf, tableOf} from './query/context.ts'

export interface Reading extends StatementContext {
  /** The engine's own compiled statements. */
  readonly statements: Statements
}
