/** Whether the chain of the audit log is whole: which entries were changed, removed, moved or cut off. */
import {queryRows} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'
import {type ChainLink, digestOfEntry, linksAfter, type Removal, readHead} from './audit-chain.ts'
import {type AuditEntry, readDetails} from './audit-entry.ts'

/** A place of the chain that was noted elsewhere, such as in a line of a log collector. */
export type Anchor = Pick<ChainLink, 'number' | 'digest'>

export type ChainProblem =
  /** `to`: the last one, of several in a row. */
  | {readonly kind: 'removed' | 'cut off'; readonly number: number; readonly to: number}
  | {readonly kind: 'changed'; readonly number: number; readonly id: string}
  /** In this place is the entry that belongs to another. */
  | {readonly kind: 'moved'; readonly number: number; readonly from: number; readonly id: string}
  /** The chain is not the one in which this entry was noted. */
  | {readonly kind: 'other chain'; readonly number: number}

export interface VerifiedChain {
  readonly problems: readonly ChainProblem[]
  /** The first and the last number; equal to each other, and 0, in an empty log. */
  readonly first: number
  readonly last: number
  readonly digest: string
  /** Entries that have no place in the chain yet. */
  readonly waiting: number
}

const atOnce = 1000

/** An entry that does not fit its digest, with what the digest covers beside it. */
interface Unfit {
  readonly link: ChainLink & {readonly entry: AuditEntry}
  readonly previous: string
}

export function verifyChain(store: Store, anchor: Anchor | null = null): Promise<VerifiedChain> {
  return store.read(
    async db => {
      const head = await readHead(db)
      const [row] = await queryRows(
        db,
      )`select count(*) from nonet_audit as a where not exists (select 1 from nonet_audit_seal as s where s.entry = a.id)`
      const walk = new ChainWalk(anchor)
      for (;;) {
        const links = await linksAfter(db, walk.number, atOnce)
        for (const link of links) walk.take(link)
        if (links.length < atOnce) break
      }
      return walk.end(head, Number(row?.[0] ?? 0))
    },
    {long: true},
  )
}

class ChainWalk {
  number = 0
  private digest = ''
  private first = 0
  private readonly problems: ChainProblem[] = []
  private readonly unfit: Unfit[] = []
  private readonly anchor: Anchor | null
  /** What the last entry about removed ones says. */
  private removal: Removal | null = null
  private isAnchored = false

  constructor(anchor: Anchor | null) {
    this.anchor = anchor
  }

  take(link: ChainLink): void {
    const {number, digest, entry} = link
    const before = this.number
    if (before === 0) this.first = number
    else if (number > before + 1) this.problems.push({kind: 'removed', number: before + 1, to: number - 1})
    // The digest before the first one is known, or told by an entry about removed ones, at the end.
    const isFollowing = number === before + 1
    if (entry === null) this.problems.push({kind: 'removed', number, to: number})
    else {
      if (isFollowing && digestOfEntry(this.digest, number, entry) !== digest)
        this.unfit.push({link: {...link, entry}, previous: this.digest})
      this.noteRemoval(entry)
    }
    if (before === 0) this.beginning = {...link}
    if (this.anchor?.number === number) this.isAnchored = this.anchor.digest === digest
    this.number = number
    this.digest = digest
  }

  private beginning: ChainLink | null = null

  private noteRemoval(entry: AuditEntry): void {
    const {what, through, digest} = readDetails(entry.details)
    if (entry.kind === 'audit-log' && what === 'removed' && digest !== undefined)
      this.removal = {through: Number(through), digest}
  }

  end(head: Anchor, waiting: number): VerifiedChain {
    this.checkBeginning()
    this.nameUnfit()
    if (head.number > this.number) this.problems.push({kind: 'cut off', number: this.number + 1, to: head.number})
    else if (head.number < this.number || (head.number > 0 && head.digest !== this.digest))
      this.problems.push({kind: 'other chain', number: head.number})
    this.checkAnchor()
    const problems = this.problems.toSorted((one, other) => one.number - other.number)
    return {problems, first: this.first, last: this.number, digest: this.digest, waiting}
  }

  /** Numbers begin with 1, or after those that an entry says were removed. */
  private checkBeginning(): void {
    if (this.beginning === null || this.first === 1) return
    const from = this.removal ? this.removal.through + 1 : 1
    if (this.first > from) this.problems.push({kind: 'removed', number: from, to: this.first - 1})
    if (this.first < from) this.problems.push({kind: 'other chain', number: this.first})
    const {entry} = this.beginning
    if (this.first === from && this.removal && entry !== null) {
      const {digest: previous} = this.removal
      const link = {...this.beginning, entry}
      if (digestOfEntry(previous, this.first, entry) !== link.digest) this.unfit.push({link, previous})
    }
  }

  private nameUnfit(): void {
    for (const {link, previous} of this.unfit) {
      const {number, digest, entry} = link
      // The entry that the digest was made of may be in another place now.
      const original = this.unfit.find(other => digestOfEntry(previous, number, other.link.entry) === digest)
      if (original)
        this.problems.push({kind: 'moved', number: original.link.number, from: number, id: original.link.entry.id})
      else this.problems.push({kind: 'changed', number, id: entry.id})
    }
  }

  private checkAnchor(): void {
    const {anchor} = this
    if (!anchor || this.isAnchored) return
    if (anchor.number > this.number) this.problems.push({kind: 'cut off', number: this.number + 1, to: anchor.number})
    else if (anchor.number >= this.first) this.problems.push({kind: 'other chain', number: anchor.number})
    else if (this.removal?.through === anchor.number && this.removal.digest !== anchor.digest)
      this.problems.push({kind: 'other chain', number: anchor.number})
  }
}
