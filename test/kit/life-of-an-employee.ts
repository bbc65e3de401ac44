/**
 * The whole life of an employee, for human resources, a manager, a deputy and the employee, with or without JavaScript,
 * on either database: set up on one page, invited, makes a request, is approved by a deputy, moves dates, falls ill,
 * leaves.
 */
import {expect, it} from 'vitest'
import {sharedBrowser} from './browser.ts'
import {Life, type LifeMode, lived, type Person, password} from './browser-life.ts'
import {kept} from './kept.ts'
import {timeOff} from './time-off.ts'

/** The balance on the employee's start page. */
export async function hasLeft(employee: Person, days: string): Promise<void> {
  await employee.goTo('/')
  const card = employee.page.locator('section', {hasText: 'My allowance'})
  expect(await card.getByRole('row', {name: 'Left'}).getByRole('cell').textContent()).toBe(days)
}

interface SetUp {
  readonly hana: Person
  readonly ada: Person
  /** The address of Ada’s page. */
  readonly page: string
}

/**
 * Human resources add Ada on one page: her details, team, manager and office, and her allowance. She signs up through
 * the link in her mail.
 */
export async function setUpAda(life: Life, more: Readonly<Record<string, string>> = {}): Promise<SetUp> {
  const hana = await life.signedIn('Hana Fiala')
  await hana.open('People')
  await hana.follow('Add person')
  await hana.heading('Add person')
  await hana.fill({Name: 'Ada Byron', Email: 'ada@example.com', 'Start date': '2026-03-10', ...more})
  await hana.choose('Team', 'Makers')
  await hana.choose('Manager', 'Max Frei')
  await hana.choose('Office', 'Paris')
  await hana.press('Add person')
  await hana.heading('Ada Byron')
  await hana.sees(/^Invited, link expires/)
  const page = hana.page.url()

  const ada = await life.person('Ada Byron')
  await ada.goTo(life.mailedLink('Ada Byron'))
  await ada.fill({Password: password})
  await ada.press('Accept and sign in')
  await ada.heading(/Ada/)
  return {hana, ada, page}
}

async function requests(employee: Person, type: string, first: string, last: string): Promise<void> {
  await employee.goTo('/requests/new')
  await employee.choose('Type', type)
  await employee.fill({'First day': first, 'Last day': last})
  await employee.press('Submit')
}

export function livesOfAnEmployee(lives: readonly LifeMode[]): void {
  it.each(lived(lives))(
    'an employee is set up, makes requests, moves dates, falls ill and leaves, $mode JavaScript on $store.name',
    async ({store, script}) => {
      const [assets, browser] = [await kept('app-assets'), await sharedBrowser()]
      const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled: script, store})
      await life.make('Place', {name: 'Paris'})
      await life.make('Team', {name: 'Makers'})
      await life.make('Kind', {name: 'Holiday', notice: 14})
      await life.make('Kind', {name: 'Sickness', needs_approval: false, uses_allowance: false, interrupts: true})
      await life.add('Max Frei', 'Employee')
      await life.add('Dora Lund', 'Employee')
      await life.add('Hana Fiala', 'HR')

      const {hana, ada, page} = await setUpAda(life, {'Days this year': '12.5'})
      await life.settle()
      await hasLeft(ada, '12.5')

      // Max is away and has named a deputy, who approves.
      const max = await life.signedIn('Max Frei')
      await max.goTo('/deputies/new')
      await max.choose('Deputy', 'Dora Lund')
      await max.fill({'First day': '2026-03-10', 'Last day': '2026-03-20'})
      await max.press('Save')
      await max.heading(/Dora Lund/)
      await requests(ada, 'Holiday', '2026-03-30', '2026-04-03')
      await ada.hasState('Submitted')
      await hasLeft(ada, '7.5')

      // Before the decision, Ada moves it by a week and shortens it.
      await ada.goTo('/requests/1001')
      await ada.act('Change dates', {'First day': '2026-04-13', 'Last day': '2026-04-16'})
      await ada.sees(/13–16 Apr/)
      await hasLeft(ada, '8.5')
      const dora = await life.signedIn('Dora Lund')
      await dora.open('Approvals')
      await dora.press('Approve')
      await dora.sees('You’re all caught up.')
      await ada.goTo('/requests/1001')
      await ada.hasState('Approved')

      // Ill on two of the four days: they are credited.
      await life.passDays(35)
      // Sessions have expired by then.
      for (const person of [ada, hana]) {
        await person.goTo('/sign-in')
        await person.signIn()
      }
      await requests(ada, 'Sickness', '2026-04-14', '2026-04-15')
      await ada.hasState('Recorded')
      await hasLeft(ada, '10.5')

      // A last request is still open when Ada leaves; it is cancelled, and the account is deactivated.
      await requests(ada, 'Holiday', '2026-06-01', '2026-06-02')
      await ada.hasState('Submitted')
      await hana.goTo(page)
      await hana.follow('End employment…')
      await hana.fill({'End date': '2026-04-20'})
      await hana.press('End employment…')
      await hana.sees('Ada Byron, 1–2 Jun · Cancelled')
      await hana.press('End employment')
      await hana.heading('Ada Byron')
      await life.settle()
      await ada.goTo('/requests/1003')
      await ada.hasState('Cancelled')
      await life.passDays(7)
      await hana.goTo(page)
      await hana.sees('Can’t sign in')
      await ada.goTo('/')
      await ada.heading('Sign in')
    },
  )
}
