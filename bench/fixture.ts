/**
 * The database of the benchmarks: created by Nonet from the people, teams and offices in `bench/planner`, then filled
 * with the given number of requests, and one session of a person from human resources. Dates are relative to today.
 */
import {spawn} from 'node:child_process'
import {createHash} from 'node:crypto'
import {once} from 'node:events'
import {existsSync, renameSync, rmSync} from 'node:fs'
import {DatabaseSync} from 'node:sqlite'

/** The session's token, as in the cookie. */
export const token = 'b'.repeat(43)
/** Numbers of generated requests start here. */
export const firstNumber = 100_001
/** Every second generated request waits for a decision, so that it can be rejected; these have remarks and history. */
const withRemarks = 40_000

export async function makeDatabase(file: string, requests: number): Promise<void> {
  if (existsSync(file)) return
  const making = `${file}.new`
  for (const each of [making, `${making}-wal`, `${making}-shm`]) rmSync(each, {force: true})
  await demonstration(making)
  const database = new DatabaseSync(making)
  fill(database, requests)
  beginSession(database)
  database.close()
  renameSync(making, file)
}

/** Starts the planner once on an empty file, so that Nonet itself creates tables, people and demonstration data. */
async function demonstration(file: string): Promise<void> {
  const args = ['dist/nonet.js', 'run', 'bench/planner', '--demo', '--db', `sqlite:${file}`, '--port', '0']
  const child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'inherit']})
  for await (const chunk of child.stdout) if (String(chunk).includes('listening on')) break
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function fill(database: DatabaseSync, requests: number): void {
  const indexes = database
    .prepare(`select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name = 'request'`)
    .all()
  database.exec('pragma synchronous = off; begin')
  for (const {name} of indexes) database.exec(`drop index "${name}"`)
  database.exec(requestsSql(requests))
  for (const {sql} of indexes) database.exec(String(sql))
  database.exec(aroundSql)
  database.exec(
    `update nonet_counter set next = (select max(number) + 1 from request) where name like '%request%number%'`,
  )
  database.exec('commit; pragma wal_checkpoint(truncate)')
}

/**
 * Spread over three years, each starting on a working day and within one year, as the document's rules require. None in
 * the past is `approved`, or the planner would complete it during the measurement.
 */
function requestsSql(requests: number): string {
  return `
    create temp table some_people as select row_number() over (order by id) - 1 as n, id from user
      where active and team is not null and roles not like '%HR%';
    create temp table some_kinds as select row_number() over (order by id) - 1 as n, id from kind;
    insert into request (id, created, updated, version, number, person, kind, first_day, first_half, last_day, last_half, note, status)
    with recursive made(n) as (select 0 union all select n + 1 from made where n + 1 < ${requests}),
    wished as (select n, date('now', (n * 7919 % 1080 - 900) || ' days') as day from made),
    within as (select n, case when strftime('%Y', day) = strftime('%Y', day, '+10 days') then day else date(day, '-10 days') end as day from wished),
    begun as (select n, case when strftime('%w', day) in ('0', '6') then date(day, 'weekday 1') else day end as first_day from within),
    dated as (select n, first_day, date(first_day, (4 + n % 3) || ' days') as last_day from begun)
    select printf('01900000-%04x-7%03x-8%03x-%012x', n / 65536, n % 4096, n % 4096, n),
      '2025-01-01T08:00:00.000Z', '2025-01-01T08:00:00.000Z', 1, ${firstNumber} + n,
      (select id from some_people where some_people.n = dated.n % (select count(*) from some_people)),
      (select id from some_kinds where some_kinds.n = dated.n % (select count(*) from some_kinds)),
      first_day, n % 4 = 3, last_day, n % 10 = 9, case when n % 20 = 0 then 'Visiting family ' || n end,
      case when n % 2 = 0 then 'submitted' when last_day < date('now') then
        case n % 8 when 1 then 'rejected' when 3 then 'cancelled' else 'taken' end
        else case n % 8 when 1 then 'pre-approved' when 3 then 'draft' else 'approved' end end
    from dated;`
}

const aroundSql = `
  insert into remark (id, created, updated, version, position, request, author, text)
    select printf('01900001-%04x-7%03x-8%03x-%012x', (number + k) / 65536, number % 4096, k, number), created, created, 1, k, id, person,
      'A remark about these days, number ' || k
    from request, (select 1 as k union all select 2) where number between ${firstNumber} and ${firstNumber + withRemarks - 1};
  insert into nonet_history (id, entity, record, at, kind, person, action, version, changes)
    select printf('01900002-%04x-7%03x-8%03x-%012x', (number + k) / 65536, number % 4096, k, number), 'Request', id, created, 'person', person,
      case k when 1 then 'create' else 'submit' end, 1, '[]'
    from request, (select 1 as k union all select 2) where number between ${firstNumber} and ${firstNumber + withRemarks - 1};
  insert into nonet_search (record, entity, field, word)
    select id, 'Request', 'note', word from request, (select 'visiting' as word union all select 'family')
    where number >= ${firstNumber} and note is not null;`

function beginSession(database: DatabaseSync): void {
  const digest = createHash('sha256').update(token).digest('base64url')
  const now = new Date().toISOString()
  database
    .prepare(
      `insert into nonet_session (token, person, made, seen, agent, address)
       select ?, id, ?, ?, 'bench', '127.0.0.1' from user where active and roles like '%HR%' order by id limit 1`,
    )
    .run(digest, now, now)
}
