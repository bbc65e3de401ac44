/** What point 7 is read with, and how a wrong setting in it is reported. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Scope} from '../../feel/scope.ts'
import type {SqlCheck} from '../../feel/sql/problems.ts'
import type {Entities} from '../entities/model.ts'
import type {Errors} from '../errors/model.ts'
import type {Limits} from '../limits/model.ts'
import type {Roles} from '../roles/model.ts'
import type {Actions} from '../states/model.ts'
import type {ShapeContext} from './shapes.ts'

export interface CallsContext {
  readonly entities: Entities
  readonly scope: Scope
  readonly sqlCheck: SqlCheck
  readonly roles: Roles
  readonly errors: Errors
  readonly limits: Limits
  readonly actions: Actions
}

export type CallReading = ShapeContext & CallsContext

export function wrongSetting(place: Text, message: string, hint: string): Finding {
  return finding('N716', place, {message, hint})
}
