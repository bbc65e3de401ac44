/** Reads a type that is a word or two and has no options. */
import type {ReadOptions} from '../define-type.ts'

export function word(name: string): (written: string) => ReadOptions<null> | null {
  return written => {
    if (written === name) return {ok: true, options: null}
    if (!written.startsWith(`${name} `) || written.startsWith(`${name} and `)) return null
    const part = written.slice(name.length + 1)
    const message = `\`${name}\` takes no options, found \`${part}\`.`
    return {ok: false, message, hint: `Write \`${name}\` alone.`, part}
  }
}
