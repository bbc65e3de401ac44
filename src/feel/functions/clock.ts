/** Functions that ask the clock. */
import {inZone} from '../calendar.ts'
import {settle} from '../moment.ts'
import type {Declarations} from './declaration.ts'

export const clockFunctions = {
  now: {
    signatures: ['(): date and time'],
    sql: true,
    clock: true,
    run: (_, environment) => settle(environment.now, environment),
  },
  today: {
    signatures: ['(): date'],
    sql: true,
    clock: true,
    run: (_, {now, zone}) => (zone === undefined ? now : inZone(now, zone))?.date ?? null,
  },
} as const satisfies Declarations
