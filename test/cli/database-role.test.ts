/** PostgreSQL with a role that may not create functions: what an operator reads. */
import {mkdtemp, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {runCommand} from '../../src/cli/main.ts'
import {functionsOf, missingRight} from '../../src/engine/query/statement-functions.ts'
import {openStore} from '../../src/store/open.ts'
import {documentOf} from '../kit/documents.ts'
import {dropDatabase, newDatabaseName, onServer} from '../kit/postgres-template.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const terms = Array.from({length: 12}, (_, at) => `sum(Part[order = this and weight > ${at}].weight)`)
const orders = (factor = 1) => `# Orders

## 3. Entities

### Order

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..60 | yes |
| load | = ${factor} * (${terms.join(' + ')}) | |

### Part

- named by: weight

| Field | Type | Required |
|---|---|---|
| order | Order | yes |
| weight | number 0..100 | yes |
`

describe.each(stores.filter(({name}) => name === 'postgres'))('a role of $name', ({make}) => {
  async function withRole() {
    const address = await make(orders())
    const role = newDatabaseName()
    await onServer(address, `create role ${role} login password 'secret'`)
    onTestFinished(async () => {
      await onServer(address, `drop owned by ${role}`)
      await onServer(address, `drop role ${role}`)
    })
    const as = (database: string) => {
      const url = new URL(database)
      Object.assign(url, {username: role, password: 'secret'})
      return url.href
    }
    return {address, role, as}
  }

  test('without the right to create functions is told what it lacks, and who grants it', async () => {
    const {address, role, as} = await withRole()
    await onServer(address, `grant usage on schema nonet to ${role}`)
    const store = await openStore(as(address))
    onTestFinished(() => store.close())
    const functions = functionsOf(documentOf(orders()).specification)
    expect(functions.flatMap(({fields}) => fields)).toEqual(['Order.load'])
    const lacks = await missingRight(store, functions)
    expect(lacks).toContain(`The database role ${role} may not create one function`)
    expect(lacks).toContain(`grant create on schema nonet to ${role}`)
    await onServer(address, `grant create on schema nonet to ${role}`)
    expect(await missingRight(store, functions)).toBeNull()
    expect(await store.define(functions)).toBe(true)
  })

  test('that owns nothing gets a sentence instead of an error of the database', async () => {
    const {address, as} = await withRole()
    const fresh = newDatabaseName()
    await onServer(address, `create database ${fresh}`)
    onTestFinished(() => dropDatabase(address, fresh))
    const url = new URL(address)
    url.pathname = `/${fresh}`
    const failed = await openStore(as(url.href)).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failed).toMatchObject({code: 'NOT_PERMITTED'})
    expect(String(failed)).toContain('The functions of Nonet are in the schema nonet, which its role must own')
  })

  test('sees in the plan which functions are created and dropped', async () => {
    const address = await make(orders())
    const folder = await mkdtemp(join(tmpdir(), 'nonet-plan-'))
    const planOf = async (factor: number) => {
      await writeFile(join(folder, 'app.md'), orders(factor))
      const {io, said} = talking()
      await runCommand(['plan', join(folder, 'app.md'), '--db', address], io)
      return said
    }
    expect((await planOf(1)).out).toContain('Functions of the database are created for computed fields: Order.load.')
    const store = await opened(address)
    for (let factor = 1; factor <= 6; factor++)
      await store.define(functionsOf(documentOf(orders(factor)).specification))
    const {out} = await planOf(7)
    expect(out).toContain('are created for computed fields: Order.load.')
    expect(out).toMatch(/Functions of earlier versions are dropped: field_\w+\./)
    expect((await planOf(6)).out).not.toContain('Functions')
  })
})
