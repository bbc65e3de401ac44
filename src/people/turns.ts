/** At most so many at once; the others wait in line, and when the line is too long they are turned away. */
import {Refused} from '../engine/reply.ts'

export class Turns {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly atOnce: number
  private readonly longestLine: number

  constructor({atOnce, longestLine}: {atOnce: number; longestLine: number}) {
    this.atOnce = atOnce
    this.longestLine = longestLine
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1
      return
    }
    if (this.waiting.length >= this.longestLine) throw new Refused('BUSY')
    await new Promise<void>(resolve => this.waiting.push(resolve))
  }

  /** The place goes to whoever waits longest, so nobody can slip in between. */
  private leave(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.running -= 1
  }
}
