/**
 * Parameters of a statement: values that are known when it runs, but not when it is compiled. A parameter is an
 * expression that reads no record (`me`, `today() + duration("P3D")`, a parameter node) and the form of its value in
 * the statement. A missing value, or one that the form cannot hold exactly, does not fit; the statement is then
 * compiled for these values only.
 */

import type {Core} from '../core.ts'
import type {Environment} from '../environment.ts'
import {compile} from '../index.ts'
import type {Type} from '../type.ts'
import type {Value} from '../value.ts'
import {formOf, heldIn, magnitude} from './constant.ts'
import {type Dialect, MOST_IN_COLUMN, sameForm, scaled, type Term, type TermForm} from './dialect.ts'

/** What a parameter provides: its value, or whether it is true or false, which is never null. */
type Asks = 'value' | 'true' | 'false'

export class Parameter {
  readonly core: Core
  readonly form: TermForm
  readonly #dialect: Dialect
  readonly asks: Asks
  readonly #evaluate: (environment: Environment) => Value

  constructor(core: Core, form: TermForm, {dialect, asks = 'value'}: {dialect: Dialect; asks?: Asks}) {
    this.core = core
    this.form = form
    this.#dialect = dialect
    this.asks = asks
    this.#evaluate = compile(core)
  }

  isSameAs(other: Parameter): boolean {
    return this.asks === other.asks && sameLimits(this.form, other.form) && isSameCore(this.core, other.core)
  }

  /** The value for the driver; undefined if it does not fit the form. */
  bind(environment: Environment): unknown {
    const value = this.#evaluate(environment)
    const asked = this.asks === 'value' ? value : value === (this.asks === 'true')
    const held = asked === null ? undefined : heldIn(asked, this.form)
    if (held === undefined || isBeyond(held, this.form)) return undefined
    return this.#dialect.given(held, this.form)
  }
}

const sameLimits = (a: TermForm, b: TermForm): boolean =>
  sameForm(a, b) && (a.as !== 'scaled' || b.as !== 'scaled' || a.limit === b.limit)

function isSameCore(a: Core, b: Core): boolean {
  if (a === b || (a.op === 'me' && b.op === 'me')) return true
  if ((a.op !== 'parameter' && a.op !== 'input') || (b.op !== 'parameter' && b.op !== 'input')) return false
  return a.op === b.op && a.name === b.name && a.type.kind === b.type.kind
}

const isBeyond = (held: string | bigint | boolean, form: TermForm): boolean =>
  typeof held === 'bigint' && form.as === 'scaled' && magnitude(held) > form.limit

/** A term whose value is bound when the statement runs; undefined if values of its type have no such form. */
export function deferredIn(core: Core, form: TermForm, dialect: Dialect): Term | undefined {
  if (!canTake(core.type, form)) return undefined
  const own = form.as === 'scaled' && form.limit === 0n ? scaled(form.places, MOST_IN_COLUMN) : form
  const sql = dialect.placed(new Parameter(core, own, {dialect}), own)
  return {sql, form: own, nullable: false, deferred: core, simple: true}
}

/** In the form that suits most values of its type. */
export function deferred(core: Core, dialect: Dialect): Term | undefined {
  const form = usualForm(core.type)
  return form === undefined ? undefined : deferredIn(core, form, dialect)
}

function usualForm(type: Type): TermForm | undefined {
  switch (type.kind) {
    case 'boolean':
    case 'text':
    case 'choice':
    case 'reference':
    case 'date':
    case 'time':
    case 'date and time':
      return formOf(type)
    case 'number':
    case 'days duration':
    case 'months duration':
      return scaled(0, MOST_IN_COLUMN)
    default:
      return undefined
  }
}

const counts: ReadonlySet<TermForm['as']> = new Set(['scaled', 'exact'])

function canTake(type: Type, {as}: TermForm): boolean {
  const usual = usualForm(type)?.as
  if (usual === undefined || as === usual) return usual !== undefined
  // An id is a text in expressions.
  if (type.kind === 'text') return as === 'id'
  return type.kind !== 'boolean' && type.kind !== 'choice' && type.kind !== 'reference' && counts.has(as)
}
