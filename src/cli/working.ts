/** What a running application does by itself: the system's actions, what leaves, and forgetting what is old. */

import type {FileStore} from '../engine/files/file-store.ts'
import {day, sweepFiles} from '../engine/files/sweep.ts'
import type {Setback} from '../engine/jobs/setbacks.ts'
import {scheduleSystemActions} from '../engine/jobs/system-actions.ts'
import {sweepNotifications} from '../engine/notifications/sweep.ts'
import {repeat} from '../engine/repeating.ts'
import type {Log} from '../server/log.ts'
import {type Mailing, startMailing} from './mailing.ts'

/** How often the engine looks for what it has to do by itself. */
const sweepEvery = 15_000
/** Whoever starts an application waits for its first page: what it does by itself begins a moment later. */
export const after = 500

export interface Working extends Mailing {
  readonly files: Promise<FileStore>
}

/** Stops when what is at hand is done, mails at the latest after so many milliseconds: they are taken up again by the next start. */
export function startWorking(around: Working): (patience: number) => Promise<void> {
  const {engine, log, files} = around
  const acting = scheduleSystemActions(engine, {
    every: sweepEvery,
    after,
    tell: sweep => {
      if ('failed' in sweep) log.failure('system', sweep.failed)
      else for (const setback of sweep.setbacks) tellSetback(log, setback)
    },
  })
  const mailing = startMailing(around, after)
  const daily = (sweep: () => Promise<unknown>) =>
    repeat({
      every: day,
      after,
      work: async () => {
        await sweep()
        return false
      },
      failed: cause => log.failure('sweep', cause),
    })
  const forgetting = daily(() => sweepNotifications(engine().store, Date.now()))
  const tidying = daily(async () => {
    const {store, specification} = engine()
    await sweepFiles({store, entities: specification.entities, files: await files}, Date.now())
  })
  return async patience => {
    await Promise.all([acting.stop(), mailing.stop(patience), forgetting.stop(patience), tidying.stop(patience)])
  }
}

/** Which action of the system, on which record, why, and when it is tried again. */
function tellSetback(log: Log, {entity, action, record, state, reason, attempts, due}: Setback): void {
  const next = new Date(due).toISOString()
  log.fault?.({reference: 'system', entity, action, record, state, reason, attempts, next})
}
