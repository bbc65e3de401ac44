/** The tables of points 4, 6 and 8 as plain text, parsed by plain code: the reference for truth tables. */

type Cells = Readonly<Record<string, string>>

function tables(document: string, point: number, name?: string): Cells[][] {
  const section = document.split(/^## \d\. .*$/m)[point] ?? ''
  const part =
    name === undefined ? section : (section.split(new RegExp(`^### ${name}$`, 'm'))[1] ?? '').split(/^### /m)[0]
  const found: string[][][] = []
  let inside = false
  for (const line of (part ?? '').split('\n')) {
    const isRow = line.startsWith('|')
    if (isRow && !inside) found.push([])
    if (isRow)
      found.at(-1)?.push(
        line
          .slice(1, -1)
          .split('|')
          .map(cell => cell.trim()),
      )
    inside = isRow
  }
  return found.map(([header = [], , ...rows]) =>
    rows.map(cells => Object.fromEntries(header.map((title, index) => [title, cells[index] ?? '']))),
  )
}

const listed = (cell = ''): string[] =>
  cell
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')

export interface ActionRow {
  readonly action: string
  /** Empty for any state, or if the entity has none. */
  readonly from: readonly string[]
  readonly to: string
  readonly who: readonly string[]
  readonly when: string
  readonly asks: readonly string[]
  readonly error: string
}

export function actionRows(document: string, entity: string): ActionRow[] {
  return tables(document, 4, entity)
    .flat()
    .map(row => ({
      action: (row.Action ?? '').replaceAll(' ', '_'),
      from: row.From === 'any' ? [] : listed(row.From),
      to: row.To === 'same' ? '' : (row.To ?? ''),
      who: listed(row.Who),
      when: row.When ?? '',
      asks: listed(row.Asks?.replace(/\d+\.\.\d+/g, '')).map(ask => (ask.split(':')[0] ?? '').replace('?', '').trim()),
      error: row.Error ?? '',
    }))
}

export function roleNames(document: string): Set<string> {
  const [roles = []] = tables(document, 6)
  return new Set([...roles.map(row => row.Role ?? ''), 'everyone', 'signed in'])
}

export interface Said {
  readonly status: number
  /** With any text instead of the placeholders in braces. */
  readonly message: RegExp
}

/** The message of each code in the catalogue. */
export function catalogue(document: string): ReadonlyMap<string, Said> {
  return new Map(
    tables(document, 8)
      .flat()
      .map(row => [row.Code ?? '', {status: Number(row.Status), message: patternOf(row.Message ?? '')}]),
  )
}

export function patternOf(message: string): RegExp {
  const texts = message.split(/\{[^}]*\}/).map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${texts.join('.+')}$`)
}
