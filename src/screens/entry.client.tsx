/** The script of every page: hydrates the server-rendered page and starts the router. */
import {startBrowser} from '../web/browser.tsx'
import {loadMessages} from './messages.client.ts'
import {loadScreen, screens} from './screens.client.tsx'

void startBrowser({screens, loadMessages, loadScreen})
