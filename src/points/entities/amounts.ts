/**
 * Which computed numbers are amounts of money: those that come from money by adding, by multiplying with plain numbers, or by
 * picking one of several. Expressions know only numbers; people want to see the currency.
 */
import type {Core, Operator} from '../../feel/core.ts'

/** `amounts` holds what is money already, as `Order.total`. */
export function isAmount(core: Core, amounts: ReadonlySet<string>): boolean {
  const is = (part: Core) => isAmount(part, amounts)
  switch (core.op) {
    case 'field':
      return amounts.has(`${core.entity}.${core.field}`)
    case 'map':
      return is(core.body)
    case 'filter':
    case 'at':
      return is(core.list)
    case 'list':
      return core.items.some(is)
    case 'if':
      return is(core.then) || is(core.otherwise)
    case 'negate':
      return is(core.of)
    case 'call':
      return keeping.has(core.name) && core.args[0] !== undefined && is(core.args[0])
    case 'arithmetic':
      return arithmetic[core.by](is(core.left), is(core.right))
    default:
      return false
  }
}

/** Functions whose result is of the same kind as their first argument. */
const keeping: ReadonlySet<string> = new Set([
  'sum',
  'min',
  'max',
  'mean',
  'median',
  'abs',
  'decimal',
  'floor',
  'ceiling',
  'round up',
  'round down',
  'round half up',
  'round half down',
])

const arithmetic: Readonly<Record<Operator, (left: boolean, right: boolean) => boolean>> = {
  '+': (left, right) => left || right,
  '-': (left, right) => left || right,
  '*': (left, right) => left !== right,
  '/': (left, right) => left && !right,
  '**': () => false,
}
