/** The language of a request, among those the document offers: the one chosen in the account, the browser's, or the document's own. */
import {personOf} from '../../engine/base/actor.ts'
import type {Middleware, RequestContext} from '../context.ts'

export const language: Middleware = (context, next) => {
  applyLanguage(context)
  return next()
}

/** Also after signing in and out, when the rest of the request belongs to another person. */
export function applyLanguage(context: RequestContext): void {
  const {languages} = context.application
  if (languages.length === 1) return
  const wanted = [
    personOf(context.actor)?.language,
    ...acceptedLanguages(context.request.headers.get('accept-language')),
  ]
  const found = wanted.find(each => each !== undefined && languages.includes(each))
  context.application = context.server.application().in(found ?? languages[0] ?? '')
}

const longestHeader = 1000

/** `de-AT,de;q=0.9,en;q=0.8` → de-AT, de, en: each also without its region. */
export function acceptedLanguages(header: string | null): string[] {
  const weighed = (header ?? '')
    .slice(0, longestHeader)
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map(each => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(each => each !== undefined)
      return {tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality)}
    })
    .filter(({tag, quality}) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return weighed.flatMap(({tag}) => [tag, tag.split('-')[0] ?? tag])
}
