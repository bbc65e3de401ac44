/** Every address that is not a screen of the document. To add one, add a line. */
import {accountRoutes} from '../accounts/routes.ts'
import type {AppOptions, Route} from './context.ts'
import {fileRoute} from './file-download.ts'
import {themeRoute} from './theme.ts'

export function routeTable({accounts, routes = []}: AppOptions): Route[] {
  return [fileRoute, themeRoute, ...(accounts ? accountRoutes(accounts) : []), ...routes]
}
