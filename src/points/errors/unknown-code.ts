/** A code that point 8 does not have, named by a rule or an action. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import type {Text} from '../../document/raw.ts'
import type {Errors} from './model.ts'

export function unknownCode(code: 'N423' | 'N506', cell: Text, {declared}: Errors): Finding {
  const codes = [...declared.keys()]
  if (cell.text === '')
    return finding(code, cell, {
      message: 'The error code is missing.',
      hint: `Name a code of point 8: ${codes.join(', ') || 'TOO_MANY'}.`,
    })
  if (!/[a-z]/.test(cell.text) || !/[\s.!]/.test(cell.text)) {
    const hint = `Add a row for it to point 8: \`| ${codeFor(cell.text)} | 422 | … |\`.`
    const near = suggestFor(cell, codes)
    return finding(code, cell, {message: `Unknown error code \`${cell.text}\`.`, ...(near.fix ? near : {hint})})
  }
  const name = codeFor(cell.text)
  return finding(code, cell, {
    message: 'This is a sentence, and Error names a code.',
    hint: `Write \`${name}\` here, and add the sentence to point 8: \`| ${name} | 422 | ${cell.text} |\`.`,
  })
}

/** What an author probably means by some words. */
export function codeFor(text: string): string {
  const name = text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
  return name || 'NOT_ALLOWED'
}
