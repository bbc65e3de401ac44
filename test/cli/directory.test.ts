/** `nonet directory`: tokens for the directory of a company. */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {directory} from '../../src/cli/access/directory.ts'
import {CannotRun, WrongUsage} from '../../src/cli/command.ts'
import {newFolder} from '../kit/cli.ts'
import {engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const document = `# Desk

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Lead | group "leads" of company |
`

async function nonet(...args: string[]): Promise<{out: string; err: string}> {
  const {io, said} = talking()
  expect(await directory.run(args, io)).toBe(0)
  return said
}

describe.each(stores)('nonet directory on $name', ({make}) => {
  it('makes a token, shows it once, lists and revokes it', async () => {
    const address = await make()
    await engineOf({document, address})
    const path = join(newFolder(), 'app.md')
    writeFileSync(path, document)
    const made = await nonet('make', path, '--db', address, '--provider', 'company', '--days', '30')
    expect(made.out).toMatch(/^nonet_scim_[\w-]{43}\n$/)
    expect(made.err).not.toContain('gives no role')
    const other = await nonet('make', path, '--db', address, '--provider', 'compny')
    expect(other.err).toContain('Point 6 gives no role through compny. Did you mean `company`?')
    const {out} = await nonet('list', path, '--db', address)
    const rows = out.trimEnd().split('\n')
    expect(rows.map(row => row.split('\t').slice(1, 2))).toEqual([['company'], ['compny']])
    expect(out).not.toContain('nonet_scim_')
    const [id = ''] = rows[0]?.split('\t') ?? []
    expect((await nonet('revoke', path, '--db', address, '--id', id)).out).toBe(`Revoked ${id}.\n`)
    await expect(nonet('revoke', path, '--db', address, '--id', id)).rejects.toBeInstanceOf(CannotRun)
    expect((await nonet('list', path, '--db', address)).out).toContain('compny')
  })

  it('refuses what is no provider and no number of days', async () => {
    const address = await make()
    await engineOf({document, address})
    const path = join(newFolder(), 'app.md')
    writeFileSync(path, document)
    for (const options of [[], ['--provider', 'Company'], ['--provider', 'company', '--days', '0']])
      await expect(nonet('make', path, '--db', address, ...options)).rejects.toBeInstanceOf(WrongUsage)
    await expect(nonet('mak', path)).rejects.toThrow(/Did you mean `make`/)
  })
})
