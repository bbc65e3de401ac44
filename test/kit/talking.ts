/** A command in this process, with its output captured. */
import {Readable} from 'node:stream'
import type {Io} from '../../src/cli/command.ts'

export interface Talking {
  readonly io: Io
  readonly said: {out: string; err: string}
}

export function talking({env = {}, input = ''}: {readonly env?: Io['env']; readonly input?: string} = {}): Talking {
  const said = {out: '', err: ''}
  const io: Io = {
    out: text => {
      said.out += text
    },
    err: text => {
      said.err += text
    },
    env,
    stdin: Readable.from(input === '' ? [] : [input]),
    colour: false,
  }
  return {io, said}
}
