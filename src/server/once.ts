/** The same one-time token twice has one effect and the first answer. Kept in memory: for one process, for a while. */
import type {Reply} from '../engine/reply.ts'

const longest = 24 * 60 * 60 * 1000
const most = 20_000

interface Kept {
  readonly at: number
  readonly reply: Promise<Reply>
}

export class Once {
  private readonly kept = new Map<string, Kept>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** A refusal or a failure changes nothing, so it may be tried again with the same token. */
  run(token: string | null, act: () => Promise<Reply>): Promise<Reply> {
    if (token === null || !/^[\w-]{8,128}$/.test(token)) return act()
    const known = this.kept.get(token)
    if (known && this.now() - known.at < longest) return known.reply
    const reply = act()
    this.kept.set(token, {at: this.now(), reply})
    this.bound()
    reply.then(
      done => done.kind === 'page' && done.status >= 400 && this.kept.delete(token),
      () => this.kept.delete(token),
    )
    return reply
  }

  private bound(): void {
    const oldest = this.kept.keys().next().value
    if (this.kept.size > most && oldest !== undefined) this.kept.delete(oldest)
  }
}
