/** Runs effects. A new kind is a file beside this one and a line here. */
import type {Effect} from '../../../points/states/model.ts'
import {call} from './call.ts'
import {create} from './create.ts'
import type {Acting, RunEffect} from './effect.ts'
import {erase} from './erase.ts'
import {forEach} from './for-each.ts'
import {notify} from './notify.ts'
import {set} from './set.ts'

type Runners = {readonly [Kind in Effect['kind']]: RunEffect<Kind>}

const runners: Runners = {set, create, notify, call, erase, 'for each': forEach}

/** The table pairs every kind with the runner of that very kind; TypeScript cannot follow the pairing. */
export async function runEffect(effect: Effect, acting: Acting): Promise<void> {
  await (runners[effect.kind] as RunEffect<Effect['kind']>)(effect as never, acting, runEffect)
}
