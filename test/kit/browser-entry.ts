/** The script of the tests' own pages. Nothing is loaded on demand: a page that is one file is there sooner. */
import {startBrowser} from '../../src/frontend/browser.tsx'
import {testScreens} from './views.tsx'

void startBrowser({screens: testScreens, loadScreen: async () => {}})
