/** Functions that ask whether something is there. */
import {isAmong, type List, type Value} from '../value.ts'
import {type Declarations, run} from './declaration.ts'

export const lookupFunctions = {
  'list contains': {
    signatures: ['(list: list of T, element: T): boolean'],
    sql: true,
    nulls: true,
    run: run<[List | null, Value]>(([list, element]) => (list === null ? null : isAmong(list, element))),
  },
  'is defined': {
    signatures: ['(value: any): boolean'],
    sql: true,
    nulls: true,
    undeclared: true,
    run: ([value]) => value !== null,
  },
} as const satisfies Declarations
