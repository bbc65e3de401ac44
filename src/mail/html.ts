/** The same words as a plain text, as simple HTML that every mail program shows. */

export function htmlOf(text: string, language: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map(part => `<p style="margin:0 0 16px">${isAddress(part) ? link(part) : escaped(part)}</p>`)
  const style = 'font:15px/1.5 system-ui,sans-serif;max-width:36em;margin:24px auto;padding:0 16px'
  return `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"></head><body style="${style}">${paragraphs.join('\n')}</body></html>`
}

/** Only what stands alone, as we write it: an address within somebody's words leads nowhere. */
function isAddress(part: string): boolean {
  return /^https?:\/\/\S+$/.test(part)
}

function link(address: string): string {
  return `<a href="${escaped(address)}">${escaped(address)}</a>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')
}
