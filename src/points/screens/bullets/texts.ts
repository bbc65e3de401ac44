/** Texts of screens, which are translated. */
import {finding} from '../../../document/finding.ts'
import {sliceOf} from '../../../document/raw.ts'
import {suggestFor} from '../../../document/spelling.ts'
import {canonicalName} from '../../entities/names.ts'
import {bullet, type OnScreen, type Reading} from './bullet.ts'

type ReadingText = Pick<Reading<unknown>, 'value'> & Pick<OnScreen, 'context' | 'findings'>

interface BracedNames {
  /** The names of fields, besides those of constants. */
  readonly fields: readonly string[]
  readonly what: string
  readonly hint: string
}

/** Where there is no record, the braces of a text name constants alone. */
const constantsOnly: BracedNames = {
  fields: [],
  what: 'a constant, and there is no record whose fields it could show',
  hint: 'Leave out the braces.',
}

/** Reports names in braces that are neither constants nor these fields. */
export function checkBraces({value, context, findings}: ReadingText, {fields, what, hint}: BracedNames): void {
  const constants = [...(context.scope.constants?.keys() ?? [])]
  for (const match of value.text.matchAll(/\{([^{}]*)\}/g)) {
    const inner = match[1] ?? ''
    if (constants.includes(inner) || fields.includes(canonicalName(inner))) continue
    const named = sliceOf(value, match.index + 1, match.index + 1 + inner.length)
    findings.push(
      finding('N212', named, {
        message: `\`${inner}\` is not ${what}.`,
        ...suggestFor(named, [...fields, ...constants], hint),
      }),
    )
  }
}

export const translatedText = (value: string | null, text: (original: string) => string): string | null =>
  value === null ? null : text(value)

function readText(at: ReadingText): string | null {
  checkBraces(at, constantsOnly)
  return at.value.text
}

export const empty = bullet({
  name: 'empty',
  example: 'empty: No requests yet.',
  describe: 'The text if the screen has nothing to show.',
  absent: null,
  read: readText,
  translate: translatedText,
})

export const firstRun = bullet({
  name: 'firstRun',
  example: 'first run: Add a leave type to begin.',
  describe: 'The text while there are no records of the entity at all, and a first step on the dashboard.',
  absent: null,
  read: readText,
  translate: translatedText,
})

/** Which of its texts have braces depends on the record. */
export const hiddenAs = bullet({
  name: 'hiddenAs',
  example: 'hidden as: away',
  describe: 'The caption of a record for people who may read none of its columns.',
  absent: null,
  read: ({value}): string | null => value.text,
  translate: translatedText,
})
