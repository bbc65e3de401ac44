/** Which values can be compared with each other, and the words of choices. */
import type {Comparison, Core} from '../core.ts'
import {parseNum} from '../decimal.ts'
import {readDate, readDateTime, readTime} from '../read.ts'
import type {TreeOf} from '../tree.ts'
import {booleanType, describeType, isOrdered, isTextual, joinTypes, type Type} from '../type.ts'
import {broken, isBroken, type Local, type Place, type ProblemText, suggest, type Typer} from './typer.ts'

interface Placed {
  readonly core: Core
  readonly place: Place
}

const isEquality = (by: Comparison): boolean => by === '=' || by === '!='

export function typeCompare(typer: Typer, tree: TreeOf<'compare'>, local: Local | null): Core {
  const left = {core: typer.type(tree.left, local), place: tree.left}
  const right = {core: typer.type(tree.right, local), place: tree.right}
  if (isBroken(left.core) || isBroken(right.core)) return unquoted(typer, tree, {left: left.core, right: right.core})
  const core = {op: 'compare', by: tree.by, left: left.core, right: right.core, type: booleanType} as const
  if (typer.loose) return core
  if (!comparable(typer, left, {...right, by: tree.by, whole: tree})) return broken
  const words = isEquality(tree.by) ? undefined : wordsOf(left.core.type, right.core.type)
  return words === undefined ? core : {...core, words}
}

/** `status = open`: a word of the choice without its quotes. */
function unquoted(typer: Typer, tree: TreeOf<'compare'>, {left, right}: {left: Core; right: Core}): Core {
  const [name, other] = isBroken(left) ? [tree.left, right] : [tree.right, left]
  const words = wordsOf(other.type)
  if (name.node !== 'name' || !words?.includes(name.name)) return broken
  const at = typer.problems.findIndex(({code, start}) => code === 'N055' && start === name.start)
  const found = typer.problems[at]
  const text = `"${name.name}"`
  const fix = {start: name.start, end: name.end, text}
  if (found) typer.problems[at] = {...found, message: `\`${name.name}\` needs quotes.`, hint: `Write \`${text}\`.`, fix}
  return broken
}

/** The words by which choices are ordered, when a choice is compared. */
export function wordsOf(...types: readonly Type[]): readonly string[] | undefined {
  for (const type of types) if (type.kind === 'choice') return type.words
  return undefined
}

/** Reports what is wrong with comparing the two, if anything. */
export function comparable(typer: Typer, left: Placed, right: Placed & {by: Comparison; whole: Place}): boolean {
  const {by, whole} = right
  const [a, b] = [left.core.type, right.core.type]
  if (isBroken(left.core) || isBroken(right.core)) return false
  if (!inWords(typer, a, right) || !inWords(typer, b, left)) return false
  if (joinTypes(a, b) === null || areStrangers(a, b)) return incomparable(typer, left, right)
  if (isEquality(by)) return true
  if (a.kind === 'null' || b.kind === 'null') {
    return refuse(typer, whole, {
      message: `\`${by}\` with \`null\` is never true.`,
      hint: 'Compare with `= null` or `!= null`.',
    })
  }
  return ordered(typer, [left.core, right.core], {by, whole})
}

/** Two choices without a common word are never equal. */
const areStrangers = (a: Type, b: Type): boolean =>
  a.kind === 'choice' && b.kind === 'choice' && !a.words.some(word => b.words.includes(word))

function ordered(
  typer: Typer,
  [left, right]: readonly [Core, Core],
  {by, whole}: {by: Comparison; whole: Place},
): boolean {
  const [a, b] = [left.type, right.type]
  for (const type of [a, b]) {
    if (!isOrdered(type))
      return refuse(typer, whole, {
        message: `Values of type \`${describeType(type)}\` have no order, so \`${by}\` cannot compare them.`,
        hint: 'Compare with `=` or `!=`.',
      })
  }
  const isChoice = a.kind === 'choice' || b.kind === 'choice'
  if (!isChoice || joinTypes(a, b)?.kind === 'choice') return true
  // A text among the words is one of them; of any other text nobody knows its place.
  if ([left, right].every(core => core.type.kind === 'choice' || core.op === 'value')) {
    if (a.kind !== 'choice' || b.kind !== 'choice') return true
  }
  return refuse(typer, whole, {
    message: 'A choice can only be ordered against its own words.',
    hint: 'Compare it with one of its words, or with the same choice.',
  })
}

const refuse = (typer: Typer, place: Place, text: ProblemText): boolean => {
  typer.refuse('N059', place, text)
  return false
}

/** At the side that is written wrongly, where it is clear which one that is. */
function incomparable(typer: Typer, left: Placed, right: Placed & {whole: Place}): boolean {
  const [a, b] = [left.core.type, right.core.type]
  const message = `\`${describeType(a)}\` cannot be compared with \`${describeType(b)}\`.`
  for (const [side, other] of [[right, left] as const, [left, right] as const]) {
    const {hint, fix} = converted(side, other.core.type, '')
    if (fix) return refuse(typer, side.place, {message, hint, fix})
  }
  const all = allOf(typer, left) ?? allOf(typer, right)
  return all ? refuse(typer, all.place, all.text) : refuse(typer, right.whole, {message, hint: hintFor(a, b)})
}

/** `Order.total` where the total of this very order is meant. */
function allOf(typer: Typer, {core, place}: Placed): {place: Place; text: ProblemText} | null {
  const {entity} = typer.scope
  if (core.op !== 'map' || core.list.op !== 'all' || core.list.entity !== entity || core.body.op !== 'field')
    return null
  const {field} = core.body
  const message = `\`${entity}.${field}\` is the \`${field}\` of every ${entity}, not of this one.`
  return {place, text: {message, hint: `Write \`${field}\`.`, fix: {start: place.start, end: place.end, text: field}}}
}

/** How a value is written so that it is of the other type. */
export function converted({core, place}: Placed, to: Type, otherwise: string): Pick<ProblemText, 'hint' | 'fix'> {
  const write = (text: string) => ({hint: `Write \`${text}\`.`, fix: {start: place.start, end: place.end, text}})
  const written = core.op === 'value' && typeof core.value === 'string' && core.type.kind === 'text' ? core.value : null
  if (to.kind === 'date' && written !== null && readDate(written)) return write(`date("${written}")`)
  if (to.kind === 'date and time' && written !== null && readDateTime(written))
    return write(`date and time("${written}")`)
  if (to.kind === 'time' && written !== null && readTime(written)) return write(`time("${written}")`)
  if (to.kind === 'number' && written !== null && parseNum(written)) return write(written)
  if (to.kind === 'date' && core.type.kind === 'date and time') return wrapped(place, 'date')
  return {hint: otherwise}
}

const wrapped = ({start, end}: Place, name: string): Pick<ProblemText, 'hint' | 'fix'> => ({
  hint: `Write \`${name}(…)\` around it.`,
  fix: {start, end, before: `${name}(`, after: ')'},
})

function hintFor(a: Type, b: Type): string {
  const kinds = [a.kind, b.kind]
  if (kinds.includes('reference') && kinds.includes('text')) return 'Name the field that is meant, such as its name.'
  if (kinds.includes('number') && kinds.includes('text')) return 'Write numbers without quotes.'
  if (kinds.includes('list')) return 'Use `in` or `list contains(…)` to look into a list.'
  return 'Compare values of the same type.'
}

/** A text that is written out must be a word of the choice it is compared with. */
export function inWords(typer: Typer, type: Type, {core, place}: Placed): boolean {
  const words = type.kind === 'list' ? wordsOf(type.of) : wordsOf(type)
  if (words === undefined || core.op !== 'value' || !isTextual(core.type) || typeof core.value !== 'string') return true
  if (words.includes(core.value)) return true
  typer.refuse('N060', place, {
    message: `\`"${core.value}"\` is not one of ${words.join(', ')}.`,
    ...wordMeant(core.value, words, place),
  })
  return false
}

function wordMeant(word: string, words: readonly string[], place: Place): Pick<ProblemText, 'hint' | 'fix'> {
  const {hint, fix} = suggest(word, words, {otherwise: 'Use one of these words.', place})
  return fix && 'text' in fix ? {hint, fix: {...fix, text: `"${fix.text}"`}} : {hint}
}
