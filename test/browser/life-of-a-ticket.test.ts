/** The whole life of a ticket, as the person who asks, an agent and a lead live it, with and without JavaScript: one story, told twice. */
import {readFileSync} from 'node:fs'
import type {Browser} from 'playwright-core'
import {beforeAll, expect, it} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {Life, password} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'

const helpdesk = readFileSync('test/documents/helpdesk/app.md', 'utf8')

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

it.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])(
  'a ticket is asked, refused, mended, assigned, waits, is answered, resolved, reopened and closed, %s',
  async (_mode, script) => {
    const life = await Life.begin({document: helpdesk, assets, browser, javaScriptEnabled: script})
    await life.add('Gus Ahl', 'Agent')
    await life.add('Lea Ort', 'Lead')

    // Whoever needs help signs up.
    const nia = await life.person('Nia Wolf')
    await nia.goTo('/sign-up')
    await nia.fill({Name: 'Nia Wolf', Email: 'nia@example.com', Password: password})
    await nia.press('Sign up')
    await nia.heading('My tickets')
    await nia.sees('No tickets yet.')

    // Urgent things need 40 letters of reason; what she typed stays.
    await nia.page.getByRole('link', {name: 'New ticket', exact: true}).first().click()
    await nia.heading('New ticket')
    await nia.fill({Subject: 'The printer “eats” paper', Body: 'It just does.'})
    await nia.choose('Priority', 'Urgent')
    await nia.press('Save')
    await nia.page.getByRole('alert').getByText('Explain in at least 40 characters why this is urgent.').waitFor()
    expect(await nia.field('Subject').inputValue()).toBe('The printer “eats” paper')
    expect(await nia.field('Body').inputValue()).toBe('It just does.')
    expect(await nia.field('Priority').locator('option:checked').textContent()).toBe('Urgent')
    await nia.fill({Body: 'It just does, and fifty people wait for their contracts today.'})
    await nia.press('Save')
    await nia.heading('The printer “eats” paper')
    await nia.stands('New')
    // Of what happens to a ticket that is open before them, people need not be told; so both leave it.
    await nia.goTo('/')

    // A lead gives it to an agent.
    const lea = await life.signedIn('Lea Ort')
    await lea.open('Queue')
    await lea.follow('The printer “eats” paper')
    await lea.follow('Assign…')
    await lea.choose('Assignee', 'Gus Ahl')
    await lea.press('Assign')
    await lea.stands('Open')

    // The agent is told, notes something for agents alone, and asks back.
    const gus = await life.signedIn('Gus Ahl')
    await gus.isTold(1)
    await gus.open('Queue')
    await gus.follow('The printer “eats” paper')
    await gus.follow('Edit')
    await gus.fill({'Internal note': 'Third time this month'})
    await gus.press('Save')
    await gus.sees('Third time this month')
    await gus.act('Ask back', {Comment: 'Which printer is it?'})
    await gus.stands('Waiting')
    await gus.goTo('/')
    await gus.isTold(0)

    // She is told, answers, and sees nothing of the note.
    await nia.goTo('/')
    await nia.isTold(1)
    await nia.follow('The printer “eats” paper')
    await nia.sees('Which printer is it?')
    await nia.lacks('Third time this month', 'Internal note', 'Resolve…')
    await nia.act('Answer', {Comment: 'The one beside the kitchen.'})
    await nia.stands('Open')

    // Of the answer he is told too, until he has opened the ticket.
    await gus.goTo('/')
    await gus.isTold(1)
    await gus.goTo('/tickets/1001')
    await gus.isTold(0)
    await gus.sees('The one beside the kitchen.')
    // A resolution is asked for, and refused where there is none.
    await gus.act('Resolve', {})
    await gus.sees('There is 1 problem')
    await gus.fill({Resolution: 'A new roller.'})
    await gus.press('Resolve')
    await gus.stands('Resolved')

    // It was not the roller.
    await nia.goTo('/tickets/1001')
    await nia.sees('A new roller.')
    await nia.act('Reopen', {Comment: 'It still eats paper.'})
    await nia.stands('Open')
    await gus.goTo('/tickets/1001')
    await gus.sees('It still eats paper.')
    await gus.act('Resolve', {Resolution: 'A new printer.'})
    await gus.stands('Resolved')

    // Seven days later it closes by itself; six are not enough.
    await life.passDays(6)
    await nia.goTo('/tickets/1001')
    await nia.stands('Resolved')
    await life.passDays(1.5)
    await nia.goTo('/tickets/1001')
    await nia.stands('Closed')
    await nia.lacks('Reopen…')
    await nia.sees('A new printer.')
    await lea.goTo('/')
    await lea.lacks('The printer “eats” paper')
  },
)

it('D2: a click on a bar, a slice or a point of a chart opens the records behind it, and Back the charts', async () => {
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
