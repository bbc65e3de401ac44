/** Finds elements of a page by role and label; tests that need more use the page itself. */
import type {Locator, Page} from 'playwright-core'

/** The main heading of a page. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', {level: 1, name, exact: true})

export const button = (page: Page, name: string): Locator => page.getByRole('button', {name, exact: true})

/** A link in the main content. */
export const link = (page: Page, name: string): Locator => page.getByRole('main').getByRole('link', {name, exact: true})

/** A link of the menu. */
export const menu = (page: Page, name: string): Locator =>
  page.getByRole('navigation', {name: 'Main navigation'}).getByRole('link', {name, exact: true})

/** The control with this label; notes such as "(optional)" come after it. */
export const field = (page: Page, label: string): Locator =>
  page
    .getByLabel(new RegExp(`^${RegExp.escape(label)}( \\(.*\\))?$`))
    .and(page.locator('input, select, textarea'))
    .filter({visible: true})

/** The error message of a form or of the connection. */
export const alert = (page: Page): Locator => page.getByRole('alert').filter({hasText: /./})

/** The cells of a column of the only table, by the name of the column. */
export async function column(page: Page, name: string): Promise<string[]> {
  const table = page.getByRole('main').getByRole('table')
  const heads = await table.locator('thead').getByRole('columnheader').allTextContents()
  const at = heads.indexOf(name)
  const rows = await table.locator('tbody').getByRole('row').all()
  return Promise.all(rows.map(async row => ((await row.getByRole('cell').nth(at).textContent()) ?? '').trim()))
}
