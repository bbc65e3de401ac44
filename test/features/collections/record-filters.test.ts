/** The records of a filter: in plain HTML and where it is set, but otherwise only when its menu asks for them. */
import {describe, expect, it} from 'vitest'
import {type Page, pageMediaType} from '../../../src/engine/page/frame.ts'
import type {ListData} from '../../../src/features/collections/data.ts'
import {Client} from '../../kit/people.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {password, ticketDesk, ticketOffice} from '../../kit/tickets.ts'

const document = ticketDesk
  .replace('## 3. Entities', '### Tickets\n\n- filters: helper\n\n## 3. Entities')
  .replace('not(hidden) | number, subject |', 'not(hidden) | number, subject, helper |')

type Got = Page & {readonly data: ListData}

async function desk(address: string) {
  const fixture = await ticketOffice(address, {document, records: true})
  const ada = new Client(fixture)
  expect((await ada.signIn('ada@example.com', password)).status).toBe(303)
  await fixture.ticket('Printer')
  const data = async (path: string): Promise<Got> =>
    (await ada.get(path, {headers: {accept: pageMediaType}})).json() as Promise<Got>
  return {...fixture, ada, data}
}

const helperIn = ({data}: Pick<Got, 'data'>) => data.filters.find(({key}) => key === 'helper')

describe.each(storesOfStories)('the records of a filter on $name', ({make}) => {
  it('are no part of the data, and are looked up', async () => {
    const {data} = await desk(await make())
    const filter = helperIn(await data('/?_data=x'))
    expect(filter).toEqual({
      key: 'helper',
      label: 'Helper',
      value: '',
      control: 'text',
      options: [],
      lookup: '/?_lookup=helper',
      entity: 'User',
    })
    const all = helperIn(await data(`${filter?.lookup}&q=&_data=x`))
    expect(all?.options.map(({label}) => label)).toEqual(['Ada', 'Bo'])
    const found = helperIn(await data(`${filter?.lookup}&q=bo&_data=x`))
    expect(found?.options.map(({label}) => label)).toEqual(['Bo'])
  })

  it('are in the list of plain HTML, escaped, and not in its data; both follow the same changes', async () => {
    const {ada, data} = await desk(await make())
    const html = await (await ada.get('/')).text()
    expect(html).toMatch(
      /<label for="filter-helper">Helper<\/label><select id="filter-helper" name="helper"><option value="" selected>All<\/option><option value="[\w-]+">Ada<\/option><option value="[\w-]+">Bo<\/option><\/select>/,
    )
    const json = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    const inHtml: Got = JSON.parse(json)
    const alone = await data('/?_data=x')
    expect(inHtml.data).toEqual(alone.data)
    expect(inHtml.live?.split('.')[1]).toBe(alone.live?.split('.')[1])
  })

  it('come with a filter that is set', async () => {
    const {data} = await desk(await make())
    const all = helperIn(await data('/?_lookup=helper&_data=x'))
    const id = all?.options.find(({label}) => label === 'Bo')?.value ?? ''
    const chosen = helperIn(await data(`/?helper=${id}&_data=x`))
    expect(chosen).toMatchObject({control: 'select', value: id})
    expect(chosen?.options.map(({label}) => label)).toEqual(['Ada', 'Bo'])
  })
})
