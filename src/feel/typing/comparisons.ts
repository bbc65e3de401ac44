/** Which values can be compared with each other, and the words of choices. */
import type {Comparison, Core} from '../core.ts'
import type {TreeOf} from '../tree.ts'
import {booleanType, describeType, isOrdered, isTextual, joinTypes, type Type} from '../type.ts'
import {broken, isBroken, type Local, type Place, suggest, type Typer} from './typer.ts'

interface Placed {
  readonly core: Core
  readonly place: Place
}

const isEquality = (by: Comparison): boolean => by === '=' || by === '!='

export function typeCompare(typer: Typer, tree: TreeOf<'compare'>, local: Local | null): Core {
  const left = {core: typer.type(tree.left, local), place: tree.left}
  const right = {core: typer.type(tree.right, local), place: tree.right}
  if (isBroken(left.core) || isBroken(right.core)) return broken
  const core = {op: 'compare', by: tree.by, left: left.core, right: right.core, type: booleanType} as const
  if (typer.loose) return core
  if (!comparable(typer, left, {...right, by: tree.by, whole: tree})) return broken
  const words = isEquality(tree.by) ? undefined : wordsOf(left.core.type, right.core.type)
  return words === undefined ? core : {...core, words}
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
  if (joinTypes(a, b) === null || areStrangers(a, b))
    return refuse(typer, whole, {
      message: `${sentence(a)} cannot be compared with ${describeType(b)}.`,
      hint: hintFor(a, b),
    })
  if (isEquality(by)) return true
  if (a.kind === 'null' || b.kind === 'null') {
    return refuse(typer, whole, {
      message: `Nothing is “${by}” null: the answer would never be known.`,
      hint: 'Compare with = null or != null.',
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
        message: `${sentence(type)} has no order, so “${by}” means nothing.`,
        hint: 'Compare with = or !=.',
      })
  }
  const isChoice = a.kind === 'choice' || b.kind === 'choice'
  if (!isChoice || joinTypes(a, b)?.kind === 'choice') return true
  // A text among the words is one of them; of any other text nobody knows its place.
  if ([left, right].every(core => core.type.kind === 'choice' || core.op === 'value')) {
    if (a.kind !== 'choice' || b.kind !== 'choice') return true
  }
  return refuse(typer, whole, {
    message: 'The order of a choice is that of its own words.',
    hint: 'Compare with one of its words, or with the same choice.',
  })
}

const refuse = (typer: Typer, place: Place, text: {message: string; hint: string}): boolean => {
  typer.refuse('N059', place, text)
  return false
}

const sentence = (type: Type): string => {
  const text = describeType(type)
  return `“${text[0]?.toUpperCase() ?? ''}${text.slice(1)}”`
}

function hintFor(a: Type, b: Type): string {
  const kinds = [a.kind, b.kind]
  if (kinds.includes('date') && kinds.includes('date and time'))
    return 'Write date(…) around the date and time to compare days.'
  if (kinds.includes('reference') && kinds.includes('text'))
    return 'Name the field of it that is meant, such as its id or name.'
  if (kinds.includes('list')) return 'Use “in” or list contains(…) to look into a list.'
  if (kinds.includes('number') && kinds.includes('text')) return 'Write numbers without quotes.'
  return 'Compare values of one type.'
}

/** A text that is written out must be a word of the choice it is compared with. */
export function inWords(typer: Typer, type: Type, {core, place}: Placed): boolean {
  const words = type.kind === 'list' ? wordsOf(type.of) : wordsOf(type)
  if (words === undefined || core.op !== 'value' || !isTextual(core.type) || typeof core.value !== 'string') return true
  if (words.includes(core.value)) return true
  typer.refuse('N060', place, {
    message: `“${core.value}” is none of: ${words.join(', ')}.`,
    hint: suggest(core.value, words, 'Write one of these words.'),
  })
  return false
}
