/** Only with `nonet dev`: when the document changes on disk, the page requests its data again. */

export const changes = new EventSource('/_nonet/changes')
let seen: string | null = null

changes.addEventListener('version', event => {
  const {data} = event as MessageEvent<string>
  if (seen !== null && seen !== data) {
    if ('navigation' in window) window.dispatchEvent(new Event('nonet:changed'))
    else location.reload()
  }
  seen = data
})
