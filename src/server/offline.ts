/**
 * The page that a browser shows when the server cannot be reached, also for an installed application that is opened without a connection. A service
 * worker contains it. The worker stores nothing else: no page of a person remains on the device.
 */

import {createHash} from 'node:crypto'
import type {Application} from '../engine/application/application.ts'
import {escapeHtml} from '../engine/base/escape-html.ts'
import {paperColours} from './app-icon.ts'
import type {RequestContext} from './context.ts'
import {inlineJson} from './html.ts'
import {BufferedResponse} from './response.ts'
import {route} from './routes.ts'

/** At the root, because a service worker only serves addresses below its own. */
const offlinePath = '/_offline.js'

export const offlineRoute = route('GET', offlinePath, ({application}: RequestContext) => workerResponse(application), {
  countedAs: null,
})

function workerResponse(application: Application): Response {
  return new BufferedResponse(workerScript(offlinePage(application)), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Language',
    },
  })
}

/** Of the page: once there is a connection again, it leads to the page that was asked for. */
const reloads = "addEventListener('online',()=>location.reload())"

/** Pages are requested while the worker starts, so that it delays none of them. */
function workerScript(page: string): string {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(reloads).digest('base64')}'`,
  }
  return `const page = ${inlineJson(page)}
const offline = () => new Response(page, {status: 503, headers: ${JSON.stringify(headers)}})
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', event => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  const preloaded = event.preloadResponse ?? Promise.resolve()
  event.respondWith(preloaded.then(response => response ?? fetch(event.request)).catch(offline))
})
`
}

/** It needs no other file. */
function offlinePage({look: {product, language, hue}, words}: Application): string {
  const {light, dark} = paperColours(hue)
  const {title, text} = words.offline
  const style = `:root{color-scheme:light dark;--hue:${hue}}body{margin:0}main{display:grid;place-content:center;gap:12px;min-height:100dvh;padding:24px;box-sizing:border-box;background:light-dark(${light},${dark});color:light-dark(oklch(22% .02 var(--hue)),oklch(93% .008 var(--hue)));font:14px/1.5 Inter,system-ui,sans-serif;text-align:center}h1,p{margin:0}h1{font-size:24px;line-height:1.2}p{color:light-dark(oklch(46% .02 var(--hue)),oklch(75% .015 var(--hue)))}a{justify-self:center;margin-top:8px;padding:12px 20px;border-radius:6px;background:light-dark(oklch(47% .092 var(--hue)),oklch(78% .11 var(--hue)));color:light-dark(#fff,oklch(18% .02 var(--hue)));font-weight:600;text-decoration:none}`
  return `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(`${title} · ${product}`)}</title><meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><a href="">${escapeHtml(words.failures.tryAgain)}</a></main><script>${reloads}</script></body></html>`
}
