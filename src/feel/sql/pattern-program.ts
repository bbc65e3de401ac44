/** The program that the engine of regular expressions made of a pattern, as plain numbers for a machine in SQL. */
import type {RE2JS} from 're2js'

export interface Program {
  /** See the machine in postgres-patterns.ts for what each does. */
  readonly ops: readonly number[]
  readonly outs: readonly number[]
  readonly args: readonly number[]
  /** Where the ranges of each instruction begin; the next one's beginning ends them. */
  readonly firsts: readonly number[]
  readonly ranges: readonly number[]
  readonly start: number
  /** Two for each group, the whole match first. */
  readonly captures: number
}

/** What the engine's instructions are called there. */
const op = {alt: 1, altMatch: 2, capture: 3, empty: 4, nop: 7, rune: 8, rune1: 9, any: 10, anyNotNewLine: 11} as const
const last = 0x10_ffff

interface Instruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: ArrayLike<number>
  matchRune(rune: number): boolean
}

const programs = new WeakMap<RE2JS, Program | null>()

/** Null where the program does something that the machine does not know. */
export function programOf(engine: RE2JS): Program | null {
  const known = programs.get(engine)
  if (known !== undefined) return known
  const made = translated(engine)
  programs.set(engine, made)
  return made
}

function translated(engine: RE2JS): Program | null {
  // The engine's declarations leave its own program untyped.
  const {inst, start} = engine.re2().prog as {inst: readonly Instruction[]; start: number}
  const ranges: number[] = []
  const firsts: number[] = []
  const ops: number[] = []
  for (const each of inst) {
    if (each.op > op.anyNotNewLine) return null
    firsts.push(ranges.length)
    ranges.push(...rangesOf(each))
    ops.push(each.op === op.altMatch ? op.alt : Math.min(each.op, op.rune))
  }
  firsts.push(ranges.length)
  const captures = 2 * (engine.groupCount() + 1)
  return {ops, outs: inst.map(({out}) => out), args: inst.map(({arg}) => arg), firsts, ranges, start, captures}
}

function rangesOf(each: Instruction): readonly number[] {
  if (each.op === op.any) return [0, last]
  if (each.op === op.anyNotNewLine) return [0, 9, 11, last]
  if (each.op !== op.rune && each.op !== op.rune1) return []
  const [first = 0] = Array.from(each.runes)
  if (each.runes.length !== 1) return Array.from(each.runes)
  // One letter may stand for its other cases, too.
  return [...new Set([first, ...casedLetters()])].filter(rune => each.matchRune(rune)).flatMap(rune => [rune, rune])
}

let letters: readonly number[] | null = null

/** Every letter that has another case. */
function casedLetters(): readonly number[] {
  letters ??= Array.from({length: 0x1_ffff}, (_, point) => point).filter(point => {
    if (point >= 0xd800 && point <= 0xdfff) return false
    const letter = String.fromCodePoint(point)
    return letter.toUpperCase() !== letter || letter.toLowerCase() !== letter
  })
  return letters
}
