/** Random documents: entities that refer to each other in every way, and a table of grants over them. */
import {maybe, pick, type Random} from './random.ts'

interface MadeEntity {
  readonly name: string
  readonly rows: string[]
  readonly bullets: string[]
  readonly atoms: string[]
  readonly fields: string[]
}

const names = ['Place', 'Item', 'Job', 'Note']

export function randomDocument(random: Random): string {
  const count = 2 + Math.floor(random() * 2)
  const made: MadeEntity[] = []
  for (const name of names.slice(0, count)) made.push(randomEntity(random, name, made))
  const user = userEntity(made[0])
  const grants = [...made, user].flatMap(entity => randomGrants(random, entity))
  return [
    '# Made up',
    '',
    '## 2. Screens',
    '',
    'Other ones.',
    '',
    '## 3. Entities',
    '',
    ...[...made, user].map(written),
    '## 6. Roles',
    '',
    '| Role | Joins by |',
    '|---|---|',
    '| First | sign-up |',
    '| Second | invitation |',
    '',
    '| Role | May | On | Where | Fields |',
    '|---|---|---|---|---|',
    ...grants,
    '',
    '## 9. Limits',
    '',
    '| Name | Value |',
    '|---|---|',
    '| PAGE_SIZE | 5 |',
    '',
  ].join('\n')
}

function randomEntity(random: Random, name: string, earlier: readonly MadeEntity[]): MadeEntity {
  const rows = ['title | text | yes', 'open | yes/no | yes', 'level | number']
  const atoms = ['open', 'level > 500', 'level != null', 'title != null']
  const add = (row: string, ...conditions: string[]) => {
    if (!maybe(random, 0.7)) return
    rows.push(row)
    atoms.push(...conditions)
  }
  rows.push('owner | User')
  atoms.push('owner = me', 'owner.boss = me')
  add('kind | one of red, green, blue', 'kind = "red"', 'kind in ("red", "blue")', 'kind != "green"')
  add('price | decimal 2', 'price > 100')
  add('day | date', 'day > date("2027-06-01")')
  add('remark | long text', 'remark = null')
  add('score | = if open then level else 7', 'score > 10')
  add('papers | files')
  add('friend | User', 'friend = me', 'friend != owner')
  const bullets = [maybe(random) ? 'named by: title' : 'named by: {title} of {owner}']
  const other = earlier.at(-1)
  if (other) {
    const part = maybe(random, 0.3)
    rows.push(`parent | ${other.name}${part ? ' | yes' : ''}`)
    if (part) bullets.push(`part of: ${other.name}`)
    atoms.push('parent.owner = me', 'parent.open', 'owner.home = me.home', 'parent != null')
    add(`others | many ${other.name}`, 'count(others) > 1', 'some o in others satisfies o.open')
    other.rows.push(`${name.toLowerCase()}s | list of ${name} by parent`)
  }
  const fields = rows.map(row => row.split(' | ')[0] ?? '')
  return {name, rows, bullets, atoms, fields}
}

function userEntity(first: MadeEntity | undefined): MadeEntity {
  const rows = ['boss | User', 'nick | text', `home | ${first?.name}`]
  const atoms = ['boss = me', 'nick != null', 'home = me.home', 'active', 'this = me']
  return {name: 'User', rows, bullets: [], atoms, fields: ['name', 'email', 'boss', 'nick', 'home', 'roles']}
}

function written({name, rows, bullets}: MadeEntity): string {
  const cells = rows.map(row => `| ${row.split(' | ').concat(['', '', '']).slice(0, 3).join(' | ')} |`)
  const said = bullets.map(each => `- ${each}`)
  return [`### ${name}`, '', ...said, '', '| Field | Type | Required |', '|---|---|---|', ...cells, ''].join('\n')
}

function randomGrants(random: Random, entity: MadeEntity): string[] {
  // Line items without their own line inherit the permissions of their owner.
  if (entity.bullets.some(each => each.startsWith('part of')) && maybe(random)) return []
  const lines = 1 + Math.floor(random() * 4)
  return Array.from({length: lines}, () => {
    const role = pick(random, ['First', 'First', 'Second', 'Second', 'First, Second', 'signed in', 'everyone'])
    const may = pick(random, ['read', 'read', 'read', 'read, export', 'all', 'read, update'])
    return `| ${role} | ${may} | ${entity.name} | ${randomWhere(random, entity)} | ${randomFields(random, entity)} |`
  })
}

function randomWhere(random: Random, {atoms}: MadeEntity): string {
  const atom = () => (maybe(random, 0.2) ? `not(${pick(random, atoms)})` : pick(random, atoms))
  if (maybe(random, 0.3)) return ''
  if (maybe(random)) return atom()
  return maybe(random) ? `${atom()} or ${atom()}` : `${atom()} and ${atom()}`
}

function randomFields(random: Random, {fields}: MadeEntity): string {
  if (maybe(random, 0.4)) return ''
  const some = fields.filter(() => maybe(random, 0.4))
  if (some.length === 0) return fields[0] ?? ''
  return maybe(random, 0.4) ? `all except ${some.join(', ')}` : some.join(', ')
}
