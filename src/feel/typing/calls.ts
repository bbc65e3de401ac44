/** Types function calls: the function, its arguments and its result. */

import {didYouMean} from '../../document/spelling.ts'
import {CalendarDate, DateTime, Time} from '../calendar.ts'
import type {CallCore, Core} from '../core.ts'
import type {Environment} from '../environment.ts'
import {decodeValue, encodeValue} from '../format.ts'
import type {Declaration} from '../functions/declaration.ts'
import {findFunction, functions} from '../functions/table.ts'
import type {TreeOf} from '../syntax/tree.ts'
import {anyType, type Type} from '../type.ts'
import {kindOfValue, type Value} from '../value.ts'
import {
  type Bindings,
  describeArgument,
  given,
  type Laid,
  layOut,
  misfit,
  patternsOf,
  readSignature,
  type Signature,
  toGiven,
} from './arguments.ts'
import {inWords} from './comparisons.ts'
import {nullCore} from './literals.ts'
import {broken, isBroken, type Local, suggestName, type Typer} from './typer.ts'

type CallTree = TreeOf<'call'>

const signaturesByName: ReadonlyMap<string, readonly Signature[]> = new Map(
  Object.entries(functions).map(([name, {signatures}]) => [name, signatures.map(readSignature)]),
)

export function typeCall(typer: Typer, tree: CallTree, local: Local | null): Core {
  const declared = findFunction(tree.name)
  if (declared === undefined) return unknown(typer, tree, local)
  const before = typer.problems.length
  const args = tree.args.map(arg => toGiven(arg, typer.type(arg.value, local)))
  if (args.some(({core}) => isBroken(core))) return forgive(typer, declared, before)
  if (declared.clock === true) typer.reads.now = true
  const laid = (signaturesByName.get(tree.name) ?? []).flatMap(signature => {
    const fit = layOut(signature, args)
    return fit === null ? [] : [{signature, laid: fit}]
  })
  if (laid.length === 0) return wrongArguments(typer, tree, declared)
  return typer.loose ? looseCall(tree, declared, laid) : strictCall(typer, tree, {declared, laid})
}

/** `is defined(unknown)` may use an undeclared name. */
function forgive(typer: Typer, declared: Declaration, before: number): Core {
  if (!typer.loose || declared.undeclared !== true) return broken
  typer.problems.length = before
  return {op: 'value', type: {kind: 'boolean'}, value: false}
}

interface Fit {
  readonly signature: Signature
  readonly laid: readonly Laid[]
}

const callOf = (tree: CallTree, {signature, laid}: Fit, type: Type): CallCore => ({
  op: 'call',
  name: tree.name,
  args: laid.map(({core}) => core),
  required: signature.parameters.filter(({optional}) => !optional).length,
  type,
})

/** Each argument may have any kind that some signature accepts; the function itself checks its arguments. */
function looseCall(tree: CallTree, declared: Declaration, fits: readonly Fit[]): Core {
  const [fit] = fits
  if (fit === undefined) return nullCore
  const accepts = fit.laid.map((_, i) =>
    fits.flatMap(({signature}) => {
      const parameter = signature.parameters[i]
      return parameter === undefined ? [] : patternsOf(parameter).map(({kind}) => looseKind(kind))
    }),
  )
  const gives = declared.signatures.length === 1 ? given(fit.signature.gives, new Map()) : anyType
  const type = gives.kind === 'boolean' || gives.kind === 'number' ? gives : anyType
  return {...callOf(tree, fit, type), accepts}
}

const looseKind = (kind: string): string => (['T', 'O', 'scalar'].includes(kind) ? 'any' : kind)

function strictCall(
  typer: Typer,
  tree: CallTree,
  {declared, laid: fits}: {declared: Declaration; laid: readonly Fit[]},
): Core {
  let wrong: ReturnType<typeof misfit> = null
  for (const fit of fits) {
    const bindings: Bindings = new Map()
    wrong = misfit(fit.laid, bindings)
    if (wrong === null) return fitted(typer, tree, {declared, fit, bindings})
  }
  const {laid, wants} = wrong ?? {laid: undefined, wants: ''}
  return typer.refuse('N058', laid?.place ?? tree, {
    message: `\`${tree.name}\` takes ${wants} as \`${laid?.parameter.name ?? ''}\`, not \`${laid === undefined ? '' : describeArgument(laid)}\`.`,
    hint: `Write ${spelled(tree.name, declared)}.`,
  })
}

function fitted(
  typer: Typer,
  tree: CallTree,
  {declared, fit, bindings}: {declared: Declaration; fit: Fit; bindings: Bindings},
): Core {
  if (!wordsFit(typer, fit.laid)) return broken
  const core = callOf(tree, fit, given(fit.signature.gives, bindings))
  if (declared.constant === true && core.args.every(arg => arg.op === 'value'))
    return folded(typer, tree, {core, declared})
  if (core.type.kind === 'any') {
    return typer.refuse('N058', tree, {
      message: `The text in \`${tree.name}(…)\` must be written out.`,
      hint: `Write it like this: \`${tree.name}("P7D")\`.`,
    })
  }
  if (isMistaken(typer, core, {declared, laid: fit.laid})) return broken
  const [first] = core.args
  return first !== undefined && fromRecords(first) ? {...core, records: true} : core
}

function isMistaken(
  typer: Typer,
  core: CallCore,
  {declared, laid}: {declared: Declaration; laid: readonly Laid[]},
): boolean {
  const at = declared.mistaken?.(core.args.map(knownValue)) ?? null
  const place = at === null ? null : laid[at]?.place
  if (place === null || place === undefined) return false
  typer.refuse('N072', place, {
    message: 'Invalid regular expression.',
    hint: 'Check its brackets. Back references and look-around are not supported.',
  })
  return true
}

/** A literal compared with a list of a choice must be one of its words. */
function wordsFit(typer: Typer, laid: readonly Laid[]): boolean {
  const types = laid
    .filter(({parameter}) => parameter.patterns.some(({kind}) => kind === 'T' || kind === 'list'))
    .map(({core}) => core.type)
  return laid.every(({core, place}) => place === null || types.every(type => inWords(typer, type, {core, place})))
}

/** Whether the items come from records: an entity, a relation, or a filter of one. */
function fromRecords(core: Core): boolean {
  switch (core.op) {
    case 'all':
    case 'relation':
      return true
    case 'filter':
    case 'map':
      return fromRecords(core.list)
    case 'call':
      return core.records === true && core.type.kind === 'list'
    default:
      return false
  }
}

const spelled = (name: string, {signatures}: Declaration): string =>
  signatures.map(signature => `\`${name}${signature.slice(0, signature.lastIndexOf('):') + 1)}\``).join(' or ')

function wrongArguments(typer: Typer, tree: CallTree, declared: Declaration): Core {
  return typer.mismatch('N057', tree, {
    message: `Wrong arguments for \`${tree.name}\`.`,
    hint: `Write ${spelled(tree.name, declared)}.`,
    instead: nullCore,
  })
}

function unknown(typer: Typer, tree: CallTree, local: Local | null): Core {
  const place = {start: tree.start, end: tree.nameEnd}
  if (typer.scope.functions?.has(tree.name)) {
    const hint = `Add a field with \`${tree.name}(…)\` under Set by, and use the field here.`
    return typer.refuse('N335', place, {message: `\`${tree.name}\` is own code, which expressions cannot call.`, hint})
  }
  const message = `Unknown function \`${tree.name}\`.`
  const meant = calledElsewhere(tree.name, () => {
    const [of] = tree.args
    return of !== undefined && typer.type(of.value, local).type.kind === 'list'
  })
  if (meant === null) {
    const known = [...Object.keys(functions), 'not']
    const otherwise = 'docs/expressions.md lists all functions.'
    return typer.refuse('N056', place, {message, ...suggestName(tree.name, known, {otherwise, place})})
  }
  if (meant.name !== null)
    return typer.refuse('N056', place, {message, hint: didYouMean(meant.name), fix: {...place, text: meant.name}})
  const [argument] = tree.args
  const inside = {start: argument?.value.start ?? tree.end, end: argument?.value.end ?? tree.end}
  const hint = `Write \`… ${meant.after}\`.`
  const fix = {...inside, before: '', after: ` ${meant.after}`, whole: {start: tree.start, end: tree.end}}
  return typer.refuse('N056', place, tree.args.length === 1 ? {message, hint, fix} : {message, hint})
}

/** A function of another language: its name here, or the property to use instead. */
type Elsewhere = {readonly name: string} | {readonly name: null; readonly after: string}

function calledElsewhere(name: string, ofList: () => boolean): Elsewhere | null {
  const folded = name.toLowerCase().replace(/[_\s]+/g, '')
  const same = Object.keys(functions).find(each => each.replaceAll(' ', '') === folded)
  if (same !== undefined) return {name: same}
  if (/^(?:isblank|isempty|isnull|empty)$/.test(folded)) return {name: null, after: '= null'}
  if (/^(?:notempty|isnotnull|exists|hasvalue|isset)$/.test(folded)) return {name: null, after: '!= null'}
  const meant = elsewhere.get(folded)
  if (meant === 'string length' && ofList()) return {name: 'count'}
  return meant === undefined ? null : {name: meant}
}

const elsewhere: ReadonlyMap<string, string> = new Map([
  ['len', 'string length'],
  ['length', 'string length'],
  ['strlen', 'string length'],
  ['charlength', 'string length'],
  ['lower', 'lower case'],
  ['tolower', 'lower case'],
  ['lowercase', 'lower case'],
  ['upper', 'upper case'],
  ['toupper', 'upper case'],
  ['uppercase', 'upper case'],
  ['avg', 'mean'],
  ['average', 'mean'],
  ['mod', 'modulo'],
  ['ceil', 'ceiling'],
  ['round', 'round half up'],
  ['startswith', 'starts with'],
  ['endswith', 'ends with'],
  ['includes', 'contains'],
  ['substr', 'substring'],
  ['mid', 'substring'],
  ['tostring', 'string'],
  ['str', 'string'],
  ['getdate', 'today'],
  ['currentdate', 'today'],
  ['curdate', 'today'],
  ['sysdate', 'now'],
  ['currenttimestamp', 'now'],
  ['size', 'count'],
  ['networkdays', 'working days'],
  ['workdays', 'working days'],
])

// Constant folding: calls that can be evaluated when the document is read, such as `duration("P7D")`.

/** Undefined if it is known only later. */
const knownValue = (core: Core): Value | undefined =>
  core.op === 'value' ? decodeValue(core.type, core.value) : undefined

/** For functions that need nothing from it. */
const nowhere: Environment = {
  world: {all: () => [], field: () => null},
  this: null,
  me: null,
  old: null,
  inputs: new Map(),
  now: new DateTime(new CalendarDate(1970, 1, 1), new Time(0, 0, 0)),
  workingWeek: [],
}

function folded(typer: Typer, tree: TreeOf<'call'>, {core, declared}: {core: CallCore; declared: Declaration}): Core {
  const args = core.args.map(arg => knownValue(arg) ?? null)
  const missing = args.slice(0, core.required).includes(null)
  const value = missing ? null : declared.evaluating(args, nowhere, false)
  if (value !== null) return {op: 'value', type: typeOf(value, core.type), value: encodeValue(value)}
  if (missing) return nullCore
  return typer.refuse('N071', tree, {
    message: `Invalid ${tree.name}.`,
    hint: 'Write dates as `"2026-12-31"`, times as `"12:00:00"`, durations as `"P7D"`, `"PT2H"` or `"P1Y6M"`.',
  })
}

function typeOf(value: Value, type: Type): Type {
  if (type.kind !== 'any') return type
  const kind = kindOfValue(value)
  return kind === 'days duration' || kind === 'months duration' ? {kind} : type
}
