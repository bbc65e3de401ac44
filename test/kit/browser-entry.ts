/** The script of the tests' own pages. Nothing is loaded on demand, because a single file loads faster. */

import {loadMessages} from '../../src/screens/messages.client.ts'
import {startBrowser} from '../../src/web/browser.tsx'
import {testScreens} from './views.tsx'

void startBrowser({screens: testScreens, loadMessages, loadScreen: async () => {}})
