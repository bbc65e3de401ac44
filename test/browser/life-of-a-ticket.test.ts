import {it} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {Life} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'
import {helpdesk} from '../kit/life-of-a-ticket.ts'

// Its life, which has the same steps as that of a request or a meeting, is in the long run.
it('D2: a click on a bar, a slice or a point of a chart opens the records behind it, and Back the charts', async () => {
  const [assets, browser] = [await kept('app-assets'), await sharedBrowser()]
  const life = await Life.begin({document: helpdesk, assets, browser, javaScriptEnabled: true})
  await life.add('Lea Ort', 'Lead')
  const lea = await life.signedIn('Lea Ort')
  await lea.goTo('/tickets/new')
  await lea.fill({Subject: 'The lamp hums', Body: 'All day.'})
  await lea.choose('Priority', 'High')
  await lea.press('Save')
  await lea.heading('The lamp hums')
  await lea.open('Overview')
  const charts = lea.page.getByRole('heading', {name: 'Overview', level: 1})
  for (const [card, link] of [
    ['By status', 'New'],
    ['By priority', 'High'],
    ['New tickets per week', /2026/],
  ] as const) {
    const shown = lea.page.locator('section', {has: lea.page.getByRole('heading', {name: card})})
    await shown.getByRole('link', {name: link}).first().click()
    await lea.page.getByRole('link', {name: 'The lamp hums'}).waitFor()
    await lea.page.goBack()
    await charts.waitFor()
  }
})
