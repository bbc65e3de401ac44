/** Assigns handwritten texts, each once, in a shuffled order. */
import {answers} from './answers.ts'
import {notes, type Theme, trainings} from './notes.ts'
import type {Chance} from './random.ts'

type Occasion = keyof typeof answers

export interface Words {
  /** The next note on a theme, or none: not everyone gives a reason. */
  note(theme: Theme, team: string): string
  answer(occasion: Occasion): string
  /** The next of the required reasons. */
  reason(occasion: Occasion): string
  /** Returns a function that undoes all later assignments. */
  mark(): () => void
}

export function words(chance: Chance): Words {
  const order = new Map<string, readonly string[]>()
  let dealt = new Map<string, number>()
  const next = (key: string, texts: readonly string[]) => {
    const pool = order.get(key) ?? shuffled(texts, chance)
    order.set(key, pool)
    const index = dealt.get(key) ?? 0
    dealt.set(key, index + 1)
    return pool[index]
  }
  const mark = () => {
    const before = new Map(dealt)
    return () => {
      dealt = before
    }
  }
  return {
    note: (theme, team) => (chance.happens(0.65) ? (next(...poolOf(theme, team)) ?? '') : ''),
    answer: occasion => (chance.happens(0.4) ? (next(`to ${occasion}`, answers[occasion]) ?? '') : ''),
    reason: occasion => next(`to ${occasion}`, answers[occasion]) ?? outOfWords(occasion),
    mark,
  }
}

const poolOf = (theme: Theme, team: string): [key: string, texts: readonly string[]] =>
  theme === 'training' ? [`${theme} ${team}`, trainings[team] ?? []] : [theme, notes[theme]]

function outOfWords(occasion: string): never {
  throw new Error(`Write more answers to ${occasion}.`)
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  const keyed = items.map(item => ({item, key: chance.next()}))
  return keyed.sort((one, other) => one.key - other.key).map(({item}) => item)
}
