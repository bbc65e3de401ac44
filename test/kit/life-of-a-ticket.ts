/** The whole life of a ticket for the requester, an agent and a lead, with or without JavaScript. */
import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {sharedBrowser} from './browser.ts'
import {Life, type LifeMode, lived, password} from './browser-life.ts'
import {kept} from './kept.ts'

export const helpdesk = readFileSync('test/documents/helpdesk/app.md', 'utf8')

export function livesOfATicket(lives: readonly LifeMode[]): void {
  it.each(lived(lives))(
    'a ticket is submitted, rejected, corrected, assigned, waits, is answered, resolved, reopened and closed, $mode JavaScript on $store.name',
    async ({store, script}) => {
      const [assets, browser] = [await kept('app-assets'), await sharedBrowser()]
      const life = await Life.begin({document: helpdesk, assets, browser, javaScriptEnabled: script, store})
      await life.add('Gus Ahl', 'Agent')
      await life.add('Lea Ort', 'Lead')

      // The requester signs up, and chooses a password at the link that proves the address.
      const nia = await life.person('Nia Wolf')
      await nia.goTo('/sign-up')
      await nia.fill({Name: 'Nia Wolf', Email: 'nia@example.com'})
      await nia.press('Sign up')
      await nia.sees(/Check your email/)
      await nia.goTo(life.mailedLink('Nia Wolf'))
      await nia.fill({Password: password})
      await nia.press('Get started')
      await nia.heading('My tickets')
      await nia.sees('No tickets yet.')

      // Urgent tickets need a reason of 40 letters; the typed text is kept.
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
      await nia.hasState('New')
      // On PostgreSQL a rejected attempt may have taken a number.
      const ticket = nia.page.url()
      // People are not notified about a ticket that they have open, so both leave it.
      await nia.goTo('/')

      // A lead assigns it to an agent.
      const lea = await life.signedIn('Lea Ort')
      await lea.open('Queue')
      await lea.follow('The printer “eats” paper')
      await lea.follow('Assign…')
      await lea.choose('Assignee', 'Gus Ahl')
      await lea.press('Assign')
      await lea.hasState('Open')

      // The agent is notified, adds a note for agents only, and asks a question.
      const gus = await life.signedIn('Gus Ahl')
      await gus.isTold(1)
      await gus.open('Queue')
      await gus.follow('The printer “eats” paper')
      await gus.follow('Edit')
      await gus.fill({'Internal note': 'Third time this month'})
      await gus.press('Save')
      await gus.sees('Third time this month')
      await gus.act('Ask back', {Comment: 'Which printer is it?'})
      await gus.hasState('Waiting')
      await gus.goTo('/')
      await gus.isTold(0)

      // She is notified, answers, and does not see the note.
      await nia.goTo('/')
      await nia.isTold(1)
      await nia.follow('The printer “eats” paper')
      await nia.sees('Which printer is it?')
      await nia.lacks('Third time this month', 'Internal note', 'Resolve…')
      await nia.act('Answer', {Comment: 'The one beside the kitchen.'})
      await nia.hasState('Open')

      // He is notified of the answer, until he opens the ticket.
      await gus.goTo('/')
      await gus.isTold(1)
      await gus.goTo(ticket)
      await gus.isTold(0)
      await gus.sees('The one beside the kitchen.')
      // A resolution is required.
      await gus.act('Resolve', {})
      await gus.sees('There’s a problem')
      await gus.fill({Resolution: 'A new roller.'})
      await gus.press('Resolve')
      await gus.hasState('Resolved')

      // The problem was another one, so the ticket is reopened.
      await nia.goTo(ticket)
      await nia.sees('A new roller.')
      await nia.act('Reopen', {Comment: 'It still eats paper.'})
      await nia.hasState('Open')
      await gus.goTo(ticket)
      await gus.sees('It still eats paper.')
      await gus.act('Resolve', {Resolution: 'A new printer.'})
      await gus.hasState('Resolved')

      // Seven days later it closes automatically; six are not enough.
      await life.passDays(6)
      await nia.goTo(ticket)
      await nia.hasState('Resolved')
      await life.passDays(1.5)
      await nia.goTo(ticket)
      await nia.hasState('Closed')
      await nia.lacks('Reopen…')
      await nia.sees('A new printer.')
      await lea.goTo('/')
      await lea.lacks('The printer “eats” paper')
    },
  )
}
