/** The script of the tests' own pages. Nothing is loaded on demand, because a single file loads faster. */
import {startBrowser} from '../../src/web/browser.tsx'
import {testScreens} from './views.tsx'

void startBrowser({screens: testScreens, loadScreen: async () => {}})
