/** Daily clean-up: uploaded files that no record refers to, and old notifications. */
import {type RawBuilder, sql} from 'kysely'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Entities} from '../../points/entities/model.ts'
import {columnName, pairsName, tableName} from '../../points/entities/table-names.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {type Db, instantAt, limitTo} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'
import type {FileStore} from '../files/file-store.ts'

// Files that nothing refers to and that are older than a day: left by a crash, a refusal, or removed from their
// record. Safe during uploads, and with several processes.

export const day = 24 * 60 * 60 * 1000

interface Sweeping {
  readonly store: Store
  readonly entities: Entities
  readonly files: FileStore
}

interface Swept {
  /** Records of files that no field refers to. */
  readonly records: number
  readonly contents: number
  readonly unkept: number
}

export async function sweepFiles({store, entities, files}: Sweeping, now: number): Promise<Swept> {
  const before = now - day
  const records = await sweepRecords(store, entities, before)
  const contents = await sweepContents(store, files, before)
  return {records, contents, unkept: await files.forgetUnkept(before)}
}

const filesAtOnce = 1000

async function sweepRecords(store: Store, entities: Entities, before: number): Promise<number> {
  const table = sql.table(tableName(fileEntity))
  const unlinked = linksTo(entities).map(link => sql`not exists (${link})`)
  const old = sql`f.created < ${new Date(before).toISOString()}`
  let [count, last] = [0, filesAtOnce]
  while (last === filesAtOnce) {
    last = await store.transaction(async db => {
      const {rows} =
        await sql`delete from ${table} where id in (select f.id from ${table} as f where ${sql.join([old, ...unlinked], sql` and `)} ${limitTo(filesAtOnce)}) returning id`.execute(
          db,
        )
      return rows.length
    })
    count += last
  }
  return count
}

/** Every place in the database from which a field can lead to the file `f`. */
function linksTo({entities}: Entities): RawBuilder<unknown>[] {
  return [...entities.values()].flatMap(entity => {
    const table = tableName(entity.name)
    return [...entity.fields.values()]
      .filter(field => field.computed === null && targetOf(field) === fileEntity)
      .map(({name, type}) =>
        type.storage.kind === 'pairs'
          ? sql`select 1 from ${sql.table(pairsName(table, name))} as l where l.target = f.id`
          : sql`select 1 from ${sql.table(table)} as l where ${sql.ref(`l.${columnName(name)}`)} = f.id`,
      )
  })
}

const askedAtOnce = 5000

async function sweepContents(store: Store, files: FileStore, before: number): Promise<number> {
  let [count, some] = [0, [] as string[]]
  const remove = async () => {
    const wanted = await store.read(db => wantedAmong(db, some))
    for (const content of some) if (!wanted.has(content) && (await files.remove(content, before))) count += 1
    some = []
  }
  for await (const content of files.contents(before)) if (some.push(content) === askedAtOnce) await remove()
  if (some.length > 0) await remove()
  return count
}

async function wantedAmong(db: Db, contents: readonly string[]): Promise<ReadonlySet<string>> {
  const {rows} = await sql<{
    content: unknown
  }>`select content from ${sql.table(tableName(fileEntity))} where content in (${sql.join(contents)})`.execute(db)
  return new Set(rows.map(({content}) => String(content)))
}

// Old notifications, read or not; the history of the record stays.

const keptFor = 90 * 24 * 60 * 60_000
const atOnce = 1000

export async function sweepNotifications(store: Store, now: number): Promise<number> {
  const before = instantAt(now - keptFor)
  for (let count = 0; ; ) {
    const {numAffectedRows} = await store.transaction(db =>
      sql`delete from nonet_notification where id in
        (select id from nonet_notification where at < ${before} order by at ${limitTo(atOnce)})`.execute(db),
    )
    count += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < atOnce) return count
  }
}
