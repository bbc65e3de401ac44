/** The last step of an answer that was made for one request: 304 where the client has the page; the rest is compressed. */

import type {Incoming} from '../request.ts'
import {Answer, type AnswerOptions, type Contents} from '../response.ts'
import {encode} from './compress.ts'

export async function finish(answer: Answer, {method, headers: asked}: Incoming): Promise<Answer> {
  const {contents, status, headers, made} = answer
  // Streams go on as they are; to ask whether something is one would load what they are made of.
  if (!made || !(typeof contents === 'string' || contents instanceof Uint8Array)) return answer
  const tag = headers['etag']
  const known = tag !== undefined && status === 200 && matches(asked.get('if-none-match'), tag)
  if (known) return changed(answer, null, {status: 304})
  if (method === 'HEAD') return changed(answer, null)
  const {body, encoding} = await encode(contents, asked.get('accept-encoding'))
  return encoding === null ? answer : changed(answer, body, {headers: {...headers, 'content-encoding': encoding}})
}

function changed({status, headers, cookies}: Answer, contents: Contents, more: AnswerOptions = {}): Answer {
  const answer = new Answer(contents, {status, headers, ...more})
  answer.cookies.push(...cookies)
  return answer
}

export function matches(header: string | null, tag: string): boolean {
  const strip = (text: string) => text.trim().replace(/^W\//, '')
  return header !== null && (header.trim() === '*' || header.split(',').some(each => strip(each) === strip(tag)))
}
