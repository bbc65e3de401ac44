/**
 * Where the engine's own tables are written. What a change does beside its row belongs to its unit of work, which a refusal takes back whole and Undo
 * reverses. Beside units write sign-in, jobs, and what makes a database: a table that something else writes is a decision.
 */
import {globSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'
import {expect, it} from 'vitest'
import {engineTables} from '../../src/store/engine-tables.ts'

type Writers = Readonly<Record<string, readonly string[]>>

/** Tables by the files below `src` that write them. */
const inUnits: Writers = {
  'engine/actions/performed-actions.ts': ['acted'],
  'engine/audit/audit-entry.ts': ['audit'],
  'engine/idempotency.ts': ['idempotency'],
  'engine/lists/search-index.ts': ['search'],
  'engine/notifications/notification-rows.ts': ['notification', 'quiet'],
  'engine/notifications/notify.ts': ['notification'],
  'engine/settings.ts': ['setting'],
  'engine/transaction/access.ts': ['token'],
  'engine/transaction/addresses.ts': ['account'],
  'engine/transaction/erasure.ts': ['history', 'notification', 'outbox'],
  'engine/transaction/held-letters.ts': ['outbox'],
  'engine/transaction/history.ts': ['history'],
  'engine/write/perform.ts': ['state'],
  'engine/write/undo.ts': ['undo'],
  'features/collections/view-options.ts': ['view'],
  'accounts/own-account.ts': ['language'],
  'accounts/scim/directory-rows.ts': ['directory_group', 'directory_member', 'directory_person'],
}

const outside: Readonly<Record<string, Writers>> = {
  'sign-in: sessions, passwords, second factors, links, attempts, and when keys were last used': {
    'accounts/account-rows.ts': ['account', 'browser', 'token'],
    'accounts/attempts.ts': ['guess'],
    'accounts/factors/confirmation.ts': ['session'],
    'accounts/factors/factor-rows.ts': ['recovery', 'totp'],
    'accounts/factors/passkey-rows.ts': ['passkey'],
    'accounts/factors/required.ts': ['factor_due'],
    'accounts/feeds.ts': ['feed'],
    'accounts/keys.ts': ['key'],
    'accounts/mail-links.ts': ['token'],
    'accounts/scim/tokens.ts': ['directory'],
    'accounts/sessions.ts': ['session'],
    'accounts/sso/connections.ts': ['identity', 'provider_session', 'session'],
    'accounts/sso/identities.ts': ['identity', 'provider_session', 'session'],
  },
  'jobs: what they have tried, delivered and swept away': {
    'engine/actions/setbacks.ts': ['setback'],
    'engine/jobs/interval-jobs.ts': ['notification'],
    'engine/jobs/system-actions.ts': ['acted'],
    'engine/outbox/outbox.ts': ['outbox'],
    'screens/notifications/mail-calendar-entry.ts': ['entry'],
  },
  'the chain of the audit log, which is closed after the commit': {
    'engine/audit/audit-chain.ts': ['audit', 'audit_head', 'audit_seal'],
  },
  'what makes a database: a new document, the people and records of a demonstration': {
    'cli/open-engine.ts': ['search'],
    'engine/demo/demo-files.ts': ['history'],
    'engine/demo/demo.ts': ['history', 'notification'],
    'store/ddl.ts': ['counter'],
    'store/ids.ts': ['counter'],
    'store/plan/applied.ts': ['document'],
    'store/plan/work.ts': ['counter'],
  },
}

const writes = /\b(?:insert into|update|delete from)\s+"?nonet_([a-z_]+)/gi
const tables = new Set(engineTables.map(({name}) => name.replace('nonet_', '')))

const written: Writers = Object.fromEntries(
  globSync('src/**/*.ts')
    .map(file => [file, readFileSync(file, 'utf8')] as const)
    .map(([file, text]) => {
      const names = [...text.matchAll(writes)].map(match => match[1] ?? '').filter(name => tables.has(name))
      return [file.replaceAll('\\', '/').replace('src/', ''), [...new Set(names)].toSorted()] as const
    })
    .filter(([, names]) => names.length > 0),
)

it('every file that writes a table of the engine is known, with its tables', () => {
  expect(written).toEqual(Object.assign({}, inUnits, ...Object.values(outside)))
})

it('every table of the engine is written somewhere', () => {
  expect([...tables].filter(table => !Object.values(written).flat().includes(table))).toEqual([])
})

it('what belongs to a unit of work is in no file that opens a transaction of its own', () => {
  const opens = Object.keys(inUnits).filter(file => /\.transaction\(/.test(readFileSync(`src/${file}`, 'utf8')))
  // Signing out elsewhere is sign-in; the language that a person chooses is a unit.
  expect(opens.map(file => basename(file))).toEqual(['own-account.ts'])
})

it('settings, views, states, undo and what directories say are written by units alone', () => {
  const elsewhere = new Set(Object.values(outside).flatMap(each => Object.values(each).flat()))
  const unitsAlone = [...new Set(Object.values(inUnits).flat())].filter(table => !elsewhere.has(table))
  expect(unitsAlone.toSorted()).toEqual([
    ...['directory_group', 'directory_member', 'directory_person', 'idempotency', 'language', 'quiet'],
    ...['setting', 'state', 'undo', 'view'],
  ])
})
