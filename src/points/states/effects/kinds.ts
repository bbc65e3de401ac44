/** All kinds of effects. A new one is a file beside this one and a line here. */
import {call} from './call.ts'
import {create} from './create.ts'
import type {EffectKind} from './effect-kind.ts'
import {erase} from './erase.ts'
import {forEach} from './for-each.ts'
import {notify} from './notify.ts'
import {set} from './set.ts'

export const effectKinds: readonly EffectKind[] = [set, create, notify, call, erase, forEach]
