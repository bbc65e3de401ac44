/** The entries of a list as Atom (RFC 4287) and as JSON Feed 1.1. */
import type {EntryFeed, FeedEntry, FeedPlace} from './feed.ts'

/** An instant is required also where the reader does not see when a record was changed. */
const noInstant = '1970-01-01T00:00:00.000Z'

const changed = ({updated, created}: FeedEntry): string => updated ?? created ?? noInstant

const newest = (entries: readonly FeedEntry[]): string => entries.map(changed).toSorted().at(-1) ?? noInstant

export function atomFeed({title, entries}: EntryFeed, {origin, page, self, product, language}: FeedPlace): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escaped(language)}">`,
    `  <id>${escaped(origin + page)}</id>`,
    `  <title>${escaped(title)}</title>`,
    `  <updated>${newest(entries)}</updated>`,
    `  <author><name>${escaped(product)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escaped(origin + self)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escaped(origin + page)}"/>`,
    ...entries.flatMap(entry => [
      '  <entry>',
      `    <id>urn:uuid:${entry.id}</id>`,
      `    <title>${escaped(entry.title)}</title>`,
      ...(entry.created === null ? [] : [`    <published>${entry.created}</published>`]),
      `    <updated>${changed(entry)}</updated>`,
      ...(entry.href === null
        ? []
        : [`    <link rel="alternate" type="text/html" href="${escaped(origin + entry.href)}"/>`]),
      `    <content type="text">${escaped(entry.lines.join('\n'))}</content>`,
      '  </entry>',
    ]),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** XML has no way to write control characters. */
function escaped(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '').replace(/[&<>"']/g, letter => entities[letter] ?? letter)
}

export function jsonFeed({title, entries}: EntryFeed, {origin, page, self, product, language}: FeedPlace): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: origin + page,
    feed_url: origin + self,
    language,
    authors: [{name: product}],
    items: entries.map(({id, title: name, lines, href, created, updated}) => ({
      id: `urn:uuid:${id}`,
      ...(href === null ? {} : {url: origin + href}),
      title: name,
      content_text: lines.join('\n'),
      ...(created === null ? {} : {date_published: created}),
      ...(updated === null ? {} : {date_modified: updated}),
    })),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}
