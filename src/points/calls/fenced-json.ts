/** JSON in a fenced block of the document, with the places of its texts. */

import {type Finding, finding} from '../../document/finding.ts'
import type {Fence, Text} from '../../document/raw.ts'
import type {Json} from '../../feel/core.ts'

/** How deep arrays and objects may be nested, and shapes in shapes. */
const deepest = 64

/** A fenced block as JSON; undefined if it is not valid JSON. */
export function readFencedJson(fence: Fence, findings: Finding[]): Json | undefined {
  if (depthOf(fence.content) > deepest) {
    const message = `This is nested more than ${deepest} deep.`
    findings.push(finding('N710', fence, {message, hint: 'Write it with fewer objects and arrays in each other.'}))
    return undefined
  }
  try {
    return JSON.parse(fence.content)
  } catch (error) {
    const message = `This is not JSON: ${error instanceof Error ? error.message : ''}.`
    findings.push(finding('N710', fence, {message, hint: 'Write it like this: `{"title": "{title}"}`.'}))
    return undefined
  }
}

/** The most brackets that are open at once, outside of texts. */
function depthOf(json: string): number {
  let [open, most] = [0, 0]
  for (const [sign] of json.matchAll(/"(?:[^"\\\n]|\\.)*"|[[{}\]]/g)) {
    if (sign === '[' || sign === '{') open += 1
    else if (sign === ']' || sign === '}') open -= 1
    most = Math.max(most, open)
  }
  return most
}

/** The place in the document of a text in the JSON. */
export function textOf(fence: Fence, written: string): Text {
  const quoted = JSON.stringify(written)
  const lines = fence.content.split('\n')
  const at = Math.max(
    0,
    lines.findIndex(line => line.includes(quoted)),
  )
  const offset = Math.max(0, lines[at]?.indexOf(quoted) ?? 0)
  const place = {file: fence.file, line: fence.line + 1 + at, column: offset + 2}
  return {...place, text: written, pieces: [{offset: 0, line: place.line, column: place.column}]}
}

export function part(text: Text, from: number, to: number): Text {
  const column = text.column + from
  return {...text, column, text: text.text.slice(from, to), pieces: [{offset: 0, line: text.line, column}]}
}
