/** The whole life of time-off requests for three people, with or without JavaScript. */
import {expect, it} from 'vitest'
import {sharedBrowser, withMotion} from './browser.ts'
import {Life, type LifeMode, lived, type Person} from './browser-life.ts'
import {kept} from './kept.ts'
import {hasLeft, setUpAda} from './life-of-an-employee.ts'
import {timeOff} from './time-off.ts'

const caughtUp = 'You’re all caught up.'

/** The balance in the list of human resources: nothing is taken yet. */
async function balanceIs(hr: Person, planned: string, left: string): Promise<void> {
  await hr.goTo('/balances')
  const [head, cells] = [
    await hr.page.getByRole('columnheader').allTextContents(),
    await hr.page
      .getByRole('row', {name: /Ada Byron/})
      .getByRole('cell')
      .allInnerTexts(),
  ]
  // The columns differ, but the last one is the same.
  const shown = (title: RegExp) => cells.at(head.findIndex(text => title.test(text)) - head.length)
  expect([shown(/^Taken/), shown(/^Planned/), shown(/^Left/)]).toEqual(['0', planned, left])
}

export function livesOfARequest(lives: readonly LifeMode[]): void {
  it.each(lived(lives))(
    'requests are submitted, rejected, corrected, decided by one and by two people, and cancelled, $mode JavaScript on $store.name',
    async ({store, script}) => {
      const [assets, browser] = [await kept('app-assets'), await sharedBrowser()]
      const motion = withMotion
      const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled: script, motion, store})
      const place = await life.make('Place', {name: 'Paris'})
      // A Tuesday.
      await life.make('Holiday', {place, day: '2026-07-14', name: 'National day'})
      await life.make('Team', {name: 'Makers'})
      await life.make('Kind', {name: 'Holiday', notice: 14})
      await life.add('Max Frei', 'Employee')
      await life.add('Hana Fiala', 'HR')

      const {hana, ada} = await setUpAda(life)
      // She joins in March: 25 days × 10 months of 12 = 20.83, to the next half day: 21.
      await life.settle()
      await hasLeft(ada, '21')

      // Signs out and in again through the sign-in page.
      await ada.goTo('/sign-out')
      await ada.press('Sign out')
      await ada.heading('Sign in')
      await ada.signIn()

      // Monday 30 March to Wednesday 1 April: 3 days. 21 - 3 = 18.
      await ada.page.getByRole('link', {name: 'Request time off', exact: true}).first().click()
      await ada.heading('Request time off')
      await ada.choose('Type', 'Holiday')
      await ada.fill({'First day': '2026-03-30', 'Last day': '2026-04-01', Reason: 'To see my sister'})
      await ada.press('Submit')
      await ada.hasState('Submitted')
      await hasLeft(ada, '18')

      // Max decides; three days need no second approval.
      const max = await life.signedIn('Max Frei')
      await max.isTold(1)
      await max.open('Approvals')
      await max.sees('To see my sister')
      await max.fill({Message: 'Enjoy it.'})
      await max.press('Approve')
      await max.sees(caughtUp)
      await hasLeft(ada, '18')
      await ada.isTold(1)

      // The second request starts on a day that is already requested. Everything typed is kept.
      await ada.page.getByRole('link', {name: 'Request time off', exact: true}).first().click()
      await ada.heading('Request time off')
      await ada.choose('Type', 'Holiday')
      await ada.fill({'First day': '2026-04-01', 'Last day': '2026-08-04', Reason: 'The summer – with Zoë & a tent'})
      if (script) await ada.choosePart('Last day', 'Morning')
      else await ada.tick('Until noon')
      await ada.choose('Covered by', 'Max Frei')
      const overlap = 'There’s already a request for this time:'
      if (script) {
        // Known before it is sent: the button is disabled and explains why.
        await ada.page.getByRole('region', {name: 'Summary'}).getByText(overlap).waitFor()
        await expect
          .poll(() => ada.page.getByRole('button', {name: 'Submit'}).getAttribute('aria-disabled'))
          .toBe('true')
        await ada.page.getByRole('button', {name: 'Submit'}).click({force: true})
        await ada.sees('Fix the 2 problems above to continue.')
      } else {
        await ada.press('Submit')
        await ada.page.getByRole('alert').getByText(overlap).waitFor()
      }
      await expect.poll(() => ada.field('First day').inputValue()).toBe('2026-04-01')
      expect(await ada.field('Last day').inputValue()).toBe('2026-08-04')
      expect(await ada.field('Reason').inputValue()).toBe('The summer – with Zoë & a tent')
      if (script) expect(await ada.page.getByRole('radio', {name: 'Morning'}).isChecked()).toBe(true)
      else {
        expect(await ada.field('Until noon').isChecked()).toBe(true)
        expect(await ada.field('From noon').isChecked()).toBe(false)
      }
      expect(await ada.chosen('Type')).toBe('Holiday')
      expect(await ada.field('Covered by').locator('option:checked').textContent()).toBe('Max Frei')

      // Corrected: Monday 13 July to noon of Tuesday 4 August. Weeks of 4 (the 14th is free), 5 and 5, then 2 less a
      // half: 15.5 days, more than the 15 that one person may decide. 18 - 15.5 = 2.5.
      const isWrong = () => ada.field('First day').getAttribute('aria-invalid')
      expect(await isWrong()).toBe(script ? null : 'true')
      await ada.fill({'First day': '2026-07-13'})
      const blocked = ada.page.getByRole('button', {name: 'Submit'}).and(ada.page.locator('[aria-disabled]'))
      await blocked.waitFor({state: 'detached'})
      await ada.press('Submit')
      await ada.hasState('Submitted')
      await ada.sees(/15\.5 days/)
      // On PostgreSQL the rejected attempt may have taken a number.
      const summer = ada.page.url()
      await hasLeft(ada, '2.5')
      await balanceIs(hana, '18.5', '2.5')

      await max.open('Approvals')
      await max.fill({Message: 'Fine with me.'})
      await max.press('Approve')
      await max.sees(caughtUp)
      await hasLeft(ada, '2.5')

      await hana.open('All requests')
      await hana.follow(new URL(summer).pathname.split('/').at(-1) ?? '')
      await hana.act('Approve', {Message: 'Have a good summer.'})
      await hana.hasState('Approved')
      await hasLeft(ada, '2.5')
      await ada.isTold(3)
      await ada.goTo(summer)
      await ada.sees('Have a good summer.')

      // She changes her mind. Until that is approved, the days stay taken.
      await ada.act('Request cancellation', {'Reason for cancelling': 'The tent is torn'})
      await ada.hasState('Cancellation requested')
      await hasLeft(ada, '2.5')
      await balanceIs(hana, '18.5', '2.5')
      await max.open('Approvals')
      await max.sees('The tent is torn')
      await max.press('Approve cancellation')
      await max.sees(caughtUp)

      // Only the three days of March and April are used.
      await hasLeft(ada, '18')
      await balanceIs(hana, '3', '18')
      await ada.lacks('13 Jul')
    },
  )
}
