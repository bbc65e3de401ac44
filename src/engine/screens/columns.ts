/** The columns that a screen asks a list for, gathered by those who need them, and the cells of a row by their paths. */
import type {Cell, ListRow, Path} from '../list/request.ts'

const nothing: Cell = {value: null, text: ''}

export class Columns {
  readonly paths: Path[] = []
  private readonly known = new Map<string, number>()

  constructor(paths: readonly (Path | null)[] = []) {
    for (const path of paths) if (path) this.add(path)
  }

  add(path: Path): void {
    const key = path.join('.')
    if (this.known.has(key)) return
    this.known.set(key, this.paths.length)
    this.paths.push(path)
  }

  cell(row: ListRow, path: Path | null): Cell {
    const at = path === null ? undefined : this.known.get(path.join('.'))
    return at === undefined ? nothing : (row.cells[at] ?? nothing)
  }

  text(row: ListRow, path: Path): string {
    return this.cell(row, path).text
  }
}
