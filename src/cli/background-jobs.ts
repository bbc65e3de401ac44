/** The jobs of a running application: system actions, outbox delivery, and daily cleanup. */

import {effectCourier, type RunOwnEffect} from '../code/process/effect-delivery.ts'
import type {ActionSetback} from '../engine/actions/setbacks.ts'
import type {Engine} from '../engine/engine.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import {
  day,
  endUndo,
  heldNotifications,
  type IntervalJob,
  startInterval,
  sweepFiles,
  sweepNotifications,
  writeHeldNotifications,
} from '../engine/jobs/interval-jobs.ts'
import {scheduleSystemActions} from '../engine/jobs/system-actions.ts'
import {heldKind} from '../engine/notifications/notify.ts'
import {callKind, type Delivery, deliverDue, dueNames, effectKind, type OutgoingKind} from '../engine/outbox/outbox.ts'
import {mailCourier} from '../mail/account-mail.ts'
import {lookOf, type Mailer, type SentMails, smtpMailer, terminalMailer} from '../mail/mailer.ts'
import {notificationCourier} from '../screens/notifications/mail.ts'
import type {Log} from '../server/log.ts'
import {callCourier} from '../webhooks/delivery.ts'
import {type CollectorOptions, collectorOf} from '../webhooks/log-collector.ts'
import type {Io} from './command.ts'
import type {MailOptions} from './options.ts'

// Outbox delivery.

/** Milliseconds between checks. */
const lookEvery = 2000

interface OutboxContext {
  readonly engine: () => Engine
  readonly mail: MailOptions | null
  /** Whether only people who have proved their address get buttons in mails. */
  readonly provesAddresses: boolean
  /** Hosts that outgoing calls may reach at private addresses. */
  readonly privateHosts: readonly string[]
  /** Runs effects of own code; null without it: then they wait. */
  readonly runEffect: RunOwnEffect | null
  /** Stores sent mails for the page that shows them. */
  readonly sentMails: SentMails | null
  readonly origin: () => string
  readonly io: Io
  readonly log: Log
}

function startOutbox(mailing: OutboxContext): IntervalJob {
  const {engine, log} = mailing
  const couriers = couriersOf(mailing)
  return startInterval({
    every: lookEvery,
    after: startDelay,
    work: async () => {
      // Failures here occur again below, where they are reported.
      const more = await writeHeldNotifications(engine(), Date.now()).catch(() => false)
      return (await deliverDue(deliveryOf(engine(), couriers, log))) > 0 || more
    },
    failed: cause => log.failure('outbox', cause),
  })
}

function couriersOf({engine, mail, provesAddresses, sentMails, origin, io}: OutboxContext): Delivery['couriers'] {
  const mailer = mailerOf(mail, engine, origin)
  const kept = (next: Mailer | null) => sentMails?.mailer(next) ?? next
  const notices = kept(mailer)
  // Without a mail server these are printed: an invitation must reach its recipient.
  const aboutAccounts = mailer ?? terminalMailer(io.err)
  return {
    mail: mailCourier(kept(aboutAccounts) ?? aboutAccounts, Date.now),
    [heldKind]: heldNotifications(engine),
    // Without a mail server there are only rows of an earlier run, which wait until a server is configured again.
    ...(notices ? {notice: notificationCourier({engine, mailer: notices, origin, provesAddresses})} : {}),
  }
}

function mailerOf(mail: MailOptions | null, engine: () => Engine, origin: () => string): Mailer | null {
  if (!mail) return null
  return smtpMailer(mail.server, () => ({...lookOf(engine().specification, origin()), address: mail.from}))
}

function deliveryOf({store}: Engine, couriers: Delivery['couriers'], log: Log): Delivery {
  return {
    store,
    couriers,
    now: Date.now,
    random: Math.random,
    failed: ({row, cause, dead}) => log.failure(`outbox ${row.id}${dead ? ', given up' : ''}`, cause),
  }
}

/*
 * Outgoing calls, and effects of own code. Those of each name are delivered separately, so that a slow receiver delays no
 * other calls or mails.
 */

function startCalls({engine, privateHosts, io, log}: OutboxContext): IntervalJob {
  const courier = callCourier({engine, environment: io.env, privateHosts, now: Date.now})
  return startNamed(callKind, {engine, log, delivery: {couriers: {[callKind]: courier}}})
}

/** Each effect has a process of its own while it runs, and its deadline. */
const effectsAtOnce = 2
const effectPatience = 100_000

function startEffects({engine, privateHosts, runEffect, io, log}: OutboxContext): IntervalJob | null {
  if (runEffect === null) return null
  const courier = effectCourier({engine, environment: io.env, privateHosts, now: Date.now, run: runEffect})
  const delivery = {couriers: {[effectKind]: courier}, atOnce: effectsAtOnce, patience: effectPatience}
  return startNamed(effectKind, {engine, log, delivery})
}

interface NamedDelivery extends Pick<OutboxContext, 'engine' | 'log'> {
  readonly delivery: Pick<Delivery, 'couriers' | 'atOnce' | 'patience'>
}

function startNamed(kind: OutgoingKind, {engine, log, delivery: by}: NamedDelivery): IntervalJob {
  const running = new Map<string, Promise<unknown>>()
  const failed = (cause: unknown) => log.failure('outbox', cause)
  let stopped = false
  const deliver = async (name: string) => {
    const delivery = {...deliveryOf(engine(), by.couriers, log), ...by, name}
    while (!stopped && (await deliverDue(delivery)) > 0);
  }
  const looking = startInterval({
    every: lookEvery,
    after: startDelay,
    work: async () => {
      for (const name of await engine().store.read(db => dueNames(db, kind, Date.now())))
        if (!running.has(name))
          running.set(
            name,
            deliver(name)
              .catch(failed)
              .finally(() => running.delete(name)),
          )
      return false
    },
    failed,
  })
  return {
    async stop(patience = 0) {
      stopped = true
      await looking.stop(patience)
      await Promise.race([Promise.all(running.values()), new Promise(end => setTimeout(end, patience).unref())])
    },
  }
}

// All jobs.

/** How often the engine checks for due system actions. */
const sweepEvery = 15_000
/** Background jobs start shortly after the server, so that the first page is served first. */
export const startDelay = 500

interface JobContext extends OutboxContext {
  readonly files: Promise<FileStore>
  /** Where the audit log is sent. */
  readonly collector: CollectorOptions | null
}

/**
 * Stops after the current work; mails stop at the latest after this many milliseconds, and continue after the next
 * start.
 */
export function startBackgroundJobs(around: JobContext): (patience: number) => Promise<void> {
  const {engine, log, files} = around
  const acting = scheduleSystemActions(engine, {
    every: sweepEvery,
    after: startDelay,
    tell: sweep => {
      if ('failed' in sweep) log.failure('system', sweep.failed)
      else for (const setback of sweep.setbacks) tellSetback(log, setback)
    },
  })
  const mailing = startOutbox(around)
  const calling = startCalls(around)
  const running = startEffects(around)
  const daily = (sweep: () => Promise<unknown>) =>
    startInterval({
      every: day,
      after: startDelay,
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
  const auditing = startAuditJobs(around, daily)
  const ending = startInterval({
    every: sweepEvery,
    after: startDelay,
    work: () => endUndo(engine(), Date.now()),
    failed: cause => log.failure('undo', cause),
  })
  return async patience => {
    await Promise.all([
      acting.stop(),
      ending.stop(patience),
      mailing.stop(patience),
      calling.stop(patience),
      running?.stop(patience),
      forgetting.stop(patience),
      tidying.stop(patience),
      ...auditing.map(job => job.stop(patience)),
    ])
  }
}

/** The audit log. A log collector that does not answer keeps no one waiting. */
function startAuditJobs(
  {engine, collector, io, log}: JobContext,
  daily: (sweep: () => Promise<unknown>) => IntervalJob,
): IntervalJob[] {
  const every = (work: () => Promise<unknown>) =>
    startInterval({
      every: lookEvery,
      after: startDelay,
      work: async () => {
        await work()
        return false
      },
      failed: cause => log.failure('audit log', cause),
    })
  let isFirst = true
  const sealing = every(async () => {
    await engine().audit?.seal({all: isFirst})
    isFirst = false
  })
  const removing = daily(async () => engine().audit?.removeOld(engine().specification.limits.settings.AUDIT_LENGTH))
  if (collector === null) return [sealing, removing]
  const take = collectorOf(collector, io.out)
  return [sealing, removing, every(async () => engine().audit?.send(take))]
}

/** Reports the system action, its record, the reason, and the next attempt. */
function tellSetback(log: Log, {entity, action, record, state, reason, attempts, due}: ActionSetback): void {
  const next = new Date(due).toISOString()
  log.fault?.({reference: 'system', entity, action, record, state, reason, attempts, next})
}
