/** The shape of errors: JSON with the code, the message and the fields of a refusal. */

import {type Finding, finding} from '../../document/finding.ts'
import type {Fence} from '../../document/raw.ts'
import {suggestWord} from '../../document/spelling.ts'
import type {Json} from '../../feel/core.ts'
import {readFencedJson, textOf} from './fenced-json.ts'
import {type ErrorNode, errorValues} from './model.ts'

// The shape of errors.

export function readErrorShape(fence: Fence, findings: Finding[]): ErrorNode | null {
  const json = readFencedJson(fence, findings)
  return json === undefined ? null : errorNode(json, fence, findings)
}

function errorNode(json: Json, fence: Fence, findings: Finding[]): ErrorNode {
  if (typeof json === 'string') {
    const inside = /^\{([^{}]*)\}$/.exec(json)?.[1]?.trim()
    const name = errorValues.find(each => each === inside)
    if (name) return {kind: 'error', name}
    if (inside !== undefined)
      findings.push(
        finding('N711', textOf(fence, json), {
          message: `\`${inside}\` is not known here.`,
          hint: suggestWord(inside, errorValues),
        }),
      )
    return {kind: 'constant', json}
  }
  if (Array.isArray(json)) return {kind: 'array', items: json.map(each => errorNode(each, fence, findings))}
  if (typeof json !== 'object' || json === null) return {kind: 'constant', json}
  return {
    kind: 'object',
    entries: Object.entries(json).map(([key, each]) => [key, errorNode(each, fence, findings)] as const),
  }
}
