/** Every kind of journal entry with its declaration: how it is reversed, and how it is completed. */

import {performedActions} from '../actions/performed-actions.ts'
import {seenNotifications} from '../notifications/notify.ts'
import {endedAccess, madeLinks} from '../transaction/access.ts'
import {provedAddresses} from '../transaction/addresses.ts'
import {ChangeRejected} from '../transaction/change.ts'
import type {JournalEntry, WriteContext} from '../transaction/context.ts'
import {erasures} from '../transaction/erasure.ts'
import {heldLetters} from '../transaction/held-letters.ts'
import type {EntryOf, SideEffect} from '../transaction/journal.ts'
import {enteredStates} from './perform.ts'

type EntryKind = JournalEntry['kind']

const sideEffects: {readonly [Each in EntryKind]: SideEffect<Each>} = {
  letter: heldLetters,
  erasure: erasures,
  state: enteredStates,
  performed: performedActions,
  seen: seenNotifications,
  link: madeLinks,
  proved: provedAddresses,
  access: endedAccess,
}

const kinds = Object.keys(sideEffects) as readonly EntryKind[]

/** Reverses what a change did beside its records. */
export async function undoSideEffects(context: WriteContext, entries: readonly JournalEntry[]): Promise<void> {
  // An earlier version cannot reverse what it does not know.
  if (entries.some(({kind}) => !kinds.includes(kind))) throw new ChangeRejected('UNDO_LATE', [])
  for (const kind of kinds) await each(kind, entries, (effect, some) => effect.undo(context, some))
}

/** Completes what a change did beside its records: it can no longer be undone. */
export async function completeSideEffects(context: WriteContext, entries: readonly JournalEntry[]): Promise<void> {
  for (const kind of kinds) await each(kind, entries, (effect, some) => effect.complete(context, some))
}

async function each<Each extends EntryKind>(
  kind: Each,
  entries: readonly JournalEntry[],
  work: (effect: SideEffect<Each>, entries: readonly EntryOf<Each>[]) => Promise<void>,
): Promise<void> {
  const some = entries.filter((entry): entry is EntryOf<Each> => entry.kind === kind)
  if (some.length > 0) await work(sideEffects[kind], some.toReversed())
}
