/** `for each k in list: effect`: the list is what it is before the first of them. */
import type {RunEffect} from './effect.ts'
import {recordsOf} from './evaluate.ts'

export const forEach: RunEffect<'for each'> = async ({variable, list, effect}, acting, run) => {
  for (const item of await recordsOf(list, acting))
    await run(effect, {...acting, inputs: new Map([...acting.inputs, [variable, item]])})
}
