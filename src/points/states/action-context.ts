/** The context in which rows of actions are read, and the typing of their expressions. */

import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Scope} from '../../feel/scope.ts'
import type {SqlCheck} from '../../feel/sql/problems.ts'
import {describeType} from '../../feel/type.ts'
import {type TypedExpression, typedExpression} from '../entities/expression.ts'
import type {TypeSettings} from '../entities/field-type.ts'
import type {Entities, Entity} from '../entities/model.ts'
import type {Errors} from '../errors/model.ts'
import type {Limits} from '../limits/model.ts'
import type {Roles} from '../roles/model.ts'
import type {Effect} from './model.ts'

/** Names of point 7 that effects refer to. */
export interface OutgoingNames {
  readonly calls: ReadonlySet<string>
  readonly ownEffects: ReadonlySet<string>
}

export interface ActionContext extends OutgoingNames {
  readonly entities: Entities
  readonly scope: Scope
  /**
   * Expressions that cannot be compiled for both databases are reported when the document is read.
   */
  readonly sqlCheck: SqlCheck
  readonly roles: Roles
  readonly errors: Errors
  readonly limits: Limits
  readonly settings: TypeSettings
}

/** The context of one row: its entity, and the names available in its expressions. */
export interface RowContext extends ActionContext {
  readonly entity: Entity
  readonly findings: Finding[]
}

/** A condition; reports the given code if the expression is not a boolean. */
export function typedCondition(
  text: Text,
  context: Pick<RowContext, 'scope' | 'sqlCheck' | 'findings'>,
  code: 'N412' | 'N505',
): TypedExpression | null {
  const found = typedExpression(text, context)
  if (found === null || found.type.kind === 'boolean') return found
  const message = `Expected a condition, found \`${describeType(found.type)}\`.`
  context.findings.push(finding(code, text, {message, hint: 'Compare it with something: `assignee != null`.'}))
  return null
}

/* The interface of an effect kind while the document is read. */

export interface EffectKind {
  /** The first word or words: `set`, `for each`. */
  readonly word: string
  readonly example: string
  /** Null if the effect is wrong; a finding is then reported. `readEffect` reads an effect inside this one. */
  read(text: Text, context: RowContext, readEffect: (text: Text, context: RowContext) => Effect | null): Effect | null
}

/** A pattern for the name of a field, spaces included. */
export const fieldName = '[a-z][a-z0-9]*(?:[ _]+[a-z0-9]+)*'
