/** The bullets `title`, `description` and `image` of own code: texts with values of single records, `{article.title}`. */
import {type Finding, finding} from '../../../document/finding.ts'
import {sliceOf, type Text} from '../../../document/raw.ts'
import {suggestFor} from '../../../document/spelling.ts'
import {isOwnList, type OwnData, type OwnHead} from './model.ts'

const placeholder = /\{([^{}]*)\}/g

export function readOwnHead(
  bullet: (key: string) => Text | null,
  data: readonly OwnData[],
  findings: Finding[],
): OwnHead {
  const known = valuesOf(data)
  const read = (key: string): string | null => {
    const written = bullet(key)
    if (written === null) return null
    for (const match of written.text.matchAll(placeholder)) {
      const [whole, name = ''] = match
      if (known.includes(name)) continue
      const place = sliceOf(written, match.index + 1, match.index + whole.length - 1)
      const none = 'Add a row `one …` to the table of data, with the field among its columns.'
      const hint = suggestFor(place, known, known.length > 0 ? `Values here: ${known.join(', ')}.` : none)
      findings.push(finding('N255', place, {message: `The page has no single value \`${name}\`.`, ...hint}))
    }
    return written.text
  }
  return {title: read('title'), description: read('description'), image: read('image')}
}

/** Columns of single records, by their paths. */
function valuesOf(data: readonly OwnData[]): readonly string[] {
  return data.flatMap(each =>
    isOwnList(each) && (each.kind === 'one' || each.kind === 'first')
      ? each.columns.map(column => `${each.name}.${column.kind === 'field' ? column.path.join('.') : column.name}`)
      : [],
  )
}

/** `textOf`: of a value, by its path. */
export const filledHead = (written: string, textOf: (path: string) => string): string =>
  written.replace(placeholder, (_, path: string) => textOf(path)).trim()
