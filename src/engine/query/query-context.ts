/** What a query needs to know besides what is asked. */

import type {Statements} from './statement.ts'
import type {StatementContext} from './statement-context.ts'

export {contextOf, tableOf} from './statement-context.ts'

export interface QueryContext extends StatementContext {
  /** The engine's own compiled statements. */
  readonly statements: Statements
}
