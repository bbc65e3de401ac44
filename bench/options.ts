/** The options of a run: `--only list,data`, `--rounds 5`, `--seconds 2`, `--soak 5`, `--check`, `--write`. */
import {parseArgs} from 'node:util'
import {contestants, type Name} from './contestants.ts'

export const sections = [
  'list',
  'record',
  'data',
  'call',
  'action',
  'bytes',
  'start',
  'browser',
  'interaction',
  'growth',
  'feel',
  'lists',
  'soak',
] as const

export type Section = (typeof sections)[number]

export interface Options {
  readonly only: readonly Section[]
  readonly names: readonly Name[]
  readonly rounds: number
  /** Per measurement. */
  readonly seconds: number
  /** Minutes. */
  readonly soak: number
  readonly check: boolean
  readonly write: boolean
  /** Skips installing and building. */
  readonly built: boolean
}

/** The sections with bounds. */
const checked: readonly Section[] = ['list', 'record', 'data', 'call', 'action', 'bytes', 'start', 'browser', 'lists']

export function readOptions(args: readonly string[]): Options {
  const {values} = parseArgs({
    args: [...args],
    options: {
      only: {type: 'string'},
      names: {type: 'string'},
      rounds: {type: 'string', default: '3'},
      seconds: {type: 'string', default: '2'},
      soak: {type: 'string', default: '2'},
      check: {type: 'boolean', default: false},
      write: {type: 'boolean', default: false},
      built: {type: 'boolean', default: false},
    },
  })
  const all = contestants.map(({name}) => name)
  return {
    only: values.only === undefined ? (values.check ? checked : sections) : chosen(values.only, sections),
    names: values.names === undefined ? all : chosen(values.names, all),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    soak: Number(values.soak),
    check: values.check,
    write: values.write || (values.only === undefined && !values.check),
    built: values.built,
  }
}

function chosen<T extends string>(text: string, known: readonly T[]): T[] {
  return text.split(',').map(word => {
    const found = known.find(each => each === word.trim())
    if (found === undefined) throw new Error(`There is no "${word}": choose from ${known.join(', ')}.`)
    return found
  })
}
