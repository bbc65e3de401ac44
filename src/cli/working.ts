/** What a running application does by itself: the system's actions, what leaves, and forgetting what is old. */
import {sweepDaily} from '../engine/files/sweep.ts'
import {sweepNotifications} from '../engine/notifications/sweep.ts'
import {scheduleSystemActions} from '../engine/system-actions.ts'
import {type Mailing, startMailing} from './mailing.ts'

/** How often the engine looks for what it has to do by itself. */
const sweepEvery = 15_000

/** Stops when what is at hand is done, mails at the latest after so many milliseconds: they are taken up again by the next start. */
export function startWorking(around: Mailing): (patience: number) => Promise<void> {
  const {engine, log} = around
  const acting = scheduleSystemActions(engine, {
    every: sweepEvery,
    tell: sweep => 'failed' in sweep && log.failure('system', sweep.failed),
  })
  const mailing = startMailing(around)
  const stopForgetting = sweepDaily(
    () => sweepNotifications(engine().store, Date.now()),
    failed => log.failure('sweep', failed),
  )
  return async patience => {
    stopForgetting()
    await Promise.all([acting.stop(), mailing.stop(patience)])
  }
}
