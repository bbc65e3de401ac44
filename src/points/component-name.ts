/** The name of a component of own code, as documents write it: `Public`, the name of its file. */
import {type Finding, type FindingCode, finding} from '../document/finding.ts'
import {replacing, type Text} from '../document/raw.ts'
import {capitalised} from './entities/names.ts'

const isName = (text: string): boolean => /^[A-Z]\w*$/.test(text)

interface NamedIn {
  readonly code: FindingCode
  /** What the document writes with this name. */
  readonly written: (name: string) => string
  readonly example: string
}

/** Undefined if it is not written, or has a mistake. */
export function readComponentName(
  text: Text | undefined,
  {code, written, example}: NamedIn,
  findings: Finding[],
): Text | undefined {
  if (!text || isName(text.text)) return text
  const meant = capitalised(
    text.text.replace(/^.*\/|\.\w+$/g, '').replace(/\W+(\w?)/g, (_, next: string) => next.toUpperCase()),
  )
  findings.push(
    finding(code, text, {
      message: `\`${text.text}\` cannot be the name of a component.`,
      hint: isName(meant) ? `Write \`${written(meant)}\`.` : `Begin with a capital letter: \`${written(example)}\`.`,
      fix: isName(meant) ? replacing(text, meant) : undefined,
    }),
  )
  return undefined
}
