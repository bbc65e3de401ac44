/** What happened to records, in English: confirmations, notifications and the history. */
import {ended, type NamedField, upperFirst} from '../grammar.ts'
import {listed} from './grammar.ts'
import {lowerFirst, theField} from './nouns.ts'

export const events = {
  plain: {create: 'Added', update: 'Changed', delete: 'Deleted'},
  /** The confirmation of a person's own action. */
  done: {
    saved: (entity: string | null) => (entity === null ? 'Changes saved.' : `${entity} saved.`),
    savedAs: (_entity: string, state: string) => `Saved as ${lowerFirst(state)}.`,
    savedSeveral: (count: number, entities: string) => `${count} ${entities} saved.`,
    did: (says: string) => ended(`You ${says}`),
    deleted: (entity: string) => `${entity} deleted.`,
    deletedSeveral: (count: number, entities: string) => `${count} ${entities} deleted.`,
    addressAsked: (address: string) => `We sent a link to ${address}. The email changes when it’s confirmed there.`,
    /** `verb`: what the document says of one record begins with it; `state`: where all of them are now. */
    several: ({action, verb, state, several}: DoneToSeveral) => {
      if (verb !== null) return `You ${verb} ${several}.`
      if (state === null) return `“${action}” is done for ${several}.`
      return /^\p{L}+ed$/u.test(state) ? `${several} ${lowerFirst(state)}.` : `${several} are now “${state}”.`
    },
  },
  edited: 'edited',
  /** After the first dates of a long list. */
  moreDays: (count: number) => (count === 1 ? '1 more day' : `${count} more days`),
  /** What a record is used by, without a name. */
  unseen: 'records you can’t see',
  mentioned: (by: string | null, record: string) => `${by || 'Someone'} mentioned you in “${record}”.`,
  /**
   * The document's sentence about an action: `by` is empty if the reader may not know who acted, null if no person
   * acted.
   */
  did: (by: string | null, says: string) => ended(by === null ? upperFirst(says) : `${by || 'Someone'} ${says}`),
  happened: ({action, by, plain = null, changes = '', sentence = null}: Happening) => {
    if (sentence !== null) return sentence
    const who = by || 'Someone'
    if (plain === 'update') return `${who} ${changes || 'changed this record'}.`
    if (plain !== null) return `${who} ${plain === 'delete' ? 'deleted' : 'created'} this record.`
    return by === null ? `Automatic: ${action}.` : `${action} by ${by || 'someone'}.`
  },
  /** What an action asked for and changed. */
  changedBy: (by: string | null, changes: string) =>
    by === null ? `${upperFirst(changes)}.` : `${by || 'Someone'} ${changes}.`,
  /** The same, to the person who did it. */
  changedByYou: (changes: string) => `You ${changes}.`,
  /** The changes, continuing a person's name: “moved the first day from 13 Apr to 14 Apr 2026 and edited the note”. */
  changes: {
    moved: (field: NamedField, before: string, after: string) => `moved ${theField(field)} from ${before} to ${after}`,
    /** A text that someone typed. */
    quoted: (text: string) => `“${text}”`,
    /** Both ends of a span. */
    movedSpan: (before: string, after: string, {kind, label, isTimed}: SpanOf) =>
      isTimed
        ? `moved the ${kind} from ${before} to ${after}`
        : `changed ${theField({label, isNumber: false})} from ${before} to ${after}`,
    /** Beside a sentence that already says what was moved. */
    fromTo: (before: string, after: string) => `from ${before} to ${after}`,
    /** Beside a sentence that has the new value. */
    was: (before: string) => `previously ${before}`,
    changed: (field: NamedField, before: string, after: string) =>
      `changed ${theField(field)} from ${before} to ${after}`,
    set: (field: NamedField, after: string) => `set ${theField(field)} to ${after}`,
    cleared: (field: NamedField) => `cleared ${theField(field)}`,
    edited: (field: NamedField) => `edited ${theField(field)}`,
    /** Values with commas of their own are kept apart by semicolons. */
    all: (parts: readonly string[], {haveLists}: {readonly haveLists: boolean}) =>
      haveLists ? parts.join('; ') : listed(withoutRepeatedVerbs(parts)),
  },
  /** The same before it happens: “Days: 25 → 12.5”. */
  coming: {
    quoted: (text: string) => text,
    moved: ({label}: NamedField, before: string, after: string) => `${label}: ${before} → ${after}`,
    movedSpan: (before: string, after: string, _span: SpanOf) => `${before} → ${after}`,
    changed: ({label}: NamedField, before: string, after: string) => `${label}: ${before} → ${after}`,
    set: ({label}: NamedField, after: string) => `${label}: ${after}`,
    cleared: ({label}: NamedField) => `${label}: none`,
    edited: ({label}: NamedField) => label,
    all: (parts: readonly string[], {haveLists}: {readonly haveLists: boolean}) => parts.join(haveLists ? '; ' : ', '),
  },
}

/** `changed A from 1 to 2` and `changed B from 3 to 4`: the second without its verb. */
function withoutRepeatedVerbs(parts: readonly string[]): string[] {
  const verbOf = (part: string | undefined) => part?.slice(0, part.indexOf(' ') + 1) ?? ''
  return parts.map((part, index) => {
    const verb = verbOf(part)
    return index > 0 && verb === verbOf(parts[index - 1]) ? part.slice(verb.length) : part
  })
}

// The data that they are written from.

interface DoneToSeveral {
  readonly action: string
  readonly verb: string | null
  readonly state: string | null
  /** How many, and what they are called: “2 requests”. */
  readonly several: string
}

interface SpanOf {
  /** The noun of the record: `booking`. */
  readonly kind: string
  /** The label of the span: `Dates`. */
  readonly label: string
  /** With times of day. */
  readonly isTimed: boolean
}

interface Happening {
  /** The label of the action. */
  readonly action: string
  /** The acting person: empty if the reader may not know, null for automatic actions. */
  readonly by: string | null
  /** Set if it was not an action of the document but a plain change. */
  readonly plain?: 'create' | 'update' | 'delete' | null
  /** The changes, field by field; empty if none can be shown. */
  readonly changes?: string
  /** The document's sentence about it. */
  readonly sentence?: string | null
}
