/** Functions of texts. Lengths count code points. */
import {type Declarations, run} from './declaration.ts'

const two = ['(string: text, match: text): boolean']

export const textFunctions = {
  'string length': {
    signatures: ['(string: text): number'],
    sql: true,
    run: run<[string]>(([text]) => Array.from(text).length),
  },
  'upper case': {
    signatures: ['(string: text): text'],
    sql: true,
    run: run<[string]>(([text]) => text.toUpperCase()),
  },
  'lower case': {
    signatures: ['(string: text): text'],
    sql: true,
    run: run<[string]>(([text]) => text.toLowerCase()),
  },
  contains: {signatures: two, sql: true, run: run<[string, string]>(([text, match]) => text.includes(match))},
  'starts with': {signatures: two, sql: true, run: run<[string, string]>(([text, match]) => text.startsWith(match))},
  'ends with': {signatures: two, sql: true, run: run<[string, string]>(([text, match]) => text.endsWith(match))},
} as const satisfies Declarations
