/** An argument that a call leaves out, which is not the same as one that turns out to be null. */
import type {Core} from '../core.ts'

export const isAbsent = (arg: Core | undefined): boolean =>
  arg === undefined || (arg.op === 'value' && arg.type.kind === 'null' && arg.value === null)
