/**
 * The engine's own tables, described like those of entities, so that migrations, copies and checks treat them alike.
 * Their names start with `nonet_`, which no entity's table does.
 */
import type {Table} from './schema.ts'
import {accountTables} from './tables/accounts.ts'
import {messageTables} from './tables/messages.ts'
import {recordTables} from './tables/records.ts'

export const engineTables: readonly Table[] = [...recordTables, ...accountTables, ...messageTables]
