/** Failed outgoing calls, for the people the document names: the reason, with retry and discard. The payload is not shown. */

import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import {exactText, whenText} from '../../../engine/display/dates.ts'
import {recordTexts} from '../../../engine/links/notification-text.ts'
import {drop, failedCalls, type OutboxRow, revive} from '../../../engine/outbox/outbox.ts'
import type {LinkData} from '../../../engine/page/common.ts'
import type {ReadContext} from '../../../engine/query/read-context.ts'
import type {ActionHandler, OpenScreen, PageReply, Visit} from '../../../engine/reply.ts'
import type {Messages} from '../../../messages/index.ts'
import {isForViewer} from '../../../points/screens/run.ts'
import {type Accounts, instantAt} from '../../accounts.ts'
import type {FailedCallData, FailedCallsData} from '../../data.ts'
import {idIn} from '../screen-replies.ts'

export const failedCallsPath = '/account/calls/failed'

const mostShown = 200

/** The page does not exist for others. */
export function failedCallsScreen(accounts: Accounts, actor: Actor): OpenScreen | null {
  const self = personOf(actor)
  if (!self || !seesFailedCalls(accounts, self)) return null
  return {
    load: visit => page(accounts, self, visit),
    actions: new Map<string, ActionHandler>([
      ['retry', (_visit, form) => retry(accounts, [idIn(form)])],
      ['retry all', () => retry(accounts, 'dead')],
      ['discard', (_visit, form) => discard(accounts, idIn(form))],
    ]),
  }
}

function seesFailedCalls(accounts: Accounts, self: PersonActor): boolean {
  const {events, effects, settings} = accounts.engine().specification.calls
  return events.length + effects.length > 0 && settings.failures !== null && isForViewer(settings.failures, self)
}

/** Null for people who may not see them. */
export function failedCallsLink(accounts: Accounts, self: PersonActor): LinkData | null {
  return seesFailedCalls(accounts, self) ? {label: wordsOf(accounts).heading, href: failedCallsPath} : null
}

type FailedCallsMessages = Messages['failedCalls']

function wordsOf(accounts: Accounts): FailedCallsMessages {
  return accounts.messages(accounts.engine().specification.limits.settings.LANGUAGE).failedCalls
}

async function retry(accounts: Accounts, ids: readonly string[] | 'dead') {
  await accounts.engine().unit(({db}) => revive(db, ids, accounts.now(), true))
  return {kind: 'redirect', to: `${failedCallsPath}?done=retried`} as const
}

async function discard(accounts: Accounts, id: string) {
  await accounts.engine().unit(({db}) => drop(db, [id], true))
  return {kind: 'redirect', to: `${failedCallsPath}?done=discarded`} as const
}

async function page(accounts: Accounts, self: PersonActor, {query}: Visit): Promise<PageReply> {
  const words = wordsOf(accounts)
  const notices = new Map([
    ['retried', words.retried],
    ['discarded', words.discarded],
  ])
  const [givenUp, trying] = await accounts.engine().read(self, reader => shownCalls(reader, words))
  const data: FailedCallsData = {
    heading: words.heading,
    intro: words.intro,
    notice: notices.get(query.get('done') ?? '') ?? null,
    none: words.none,
    groups: [
      {heading: words.givenUp, calls: givenUp},
      {heading: words.trying, calls: trying},
    ].filter(({calls}) => calls.length > 0),
    retryAll: givenUp.length > 1 ? words.retryAll : null,
  }
  return {kind: 'page', status: 200, title: words.heading, screen: 'failed-calls', data}
}

/** Calls that were given up, and calls that are being retried. */
async function shownCalls(
  reader: ReadContext,
  words: FailedCallsMessages,
): Promise<readonly [FailedCallData[], FailedCallData[]]> {
  const rows = await failedCalls(reader.db, mostShown)
  const records = new Map<string, {name: string; href: string | null}>()
  for (const [entity, some] of Map.groupBy(rows, row => row.entity))
    for (const [id, told] of await recordTexts(reader, entity, [...new Set(some.map(({record}) => record))]))
      records.set(id, told)
  const shown = (dead: boolean) =>
    rows
      .filter(({state}) => (state === 'dead') === dead)
      .map(row => shownCall(reader, row, {words, record: records.get(row.record) ?? null}))
  return [shown(true), shown(false)]
}

interface ShownParts {
  readonly words: FailedCallsMessages
  readonly record: FailedCallData['record']
}

function shownCall({moment}: ReadContext, row: OutboxRow, {words, record}: ShownParts): FailedCallData {
  const {id, name, at, due, state, attempts, problem} = row
  const label = record ? `${name}, ${record.name}` : name
  const next = state === 'dead' ? [] : [words.next(exactText(instantAt(due), moment))]
  return {
    id,
    name,
    record,
    reason: problem ?? '',
    facts: [words.tried(attempts), words.created(whenText(instantAt(at), moment)), ...next].join(' · '),
    retry: {text: words.retry, label: words.retryOf(label)},
    discard: {text: words.discard, label: words.discardOf(label)},
  }
}
