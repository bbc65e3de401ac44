/** The site of the articles, built and served, without its demonstration data. */
import {globSync, readFileSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {articles} from './api.ts'
import {siteFixture} from './site.ts'

const code = Object.fromEntries(
  globSync('apps/articles/{layouts,screens}/*').map(path => [
    join(basename(dirname(path)), basename(path)),
    readFileSync(path, 'utf8'),
  ]),
)

export const articlesSite = (address: string) => siteFixture({address, document: articles, code})
