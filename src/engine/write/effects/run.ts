/** Runs effects. A new kind of effect is a function in one of the two files beside this one, and an entry here. */
import type {Effect} from '../../../points/states/model.ts'
import {type Acting, type RunEffect, recordsOf} from './effect.ts'
import {call, notify} from './outgoing-effects.ts'
import {create, erase, set} from './record-effects.ts'

/** `for each k in list: effect`: the list is what it is before the first of them. */
const forEach: RunEffect<'for each'> = async ({variable, list, effect}, acting, run) => {
  for (const item of await recordsOf(list, acting))
    await run(effect, {...acting, inputs: new Map([...acting.inputs, [variable, item]])})
}

type Runners = {readonly [Kind in Effect['kind']]: RunEffect<Kind>}

const runners: Runners = {set, create, notify, call, erase, 'for each': forEach}

/** The table pairs every kind with the runner of that very kind; TypeScript cannot follow the pairing. */
export async function runEffect(effect: Effect, acting: Acting): Promise<void> {
  await (runners[effect.kind] as RunEffect<Effect['kind']>)(effect as never, acting, runEffect)
}
