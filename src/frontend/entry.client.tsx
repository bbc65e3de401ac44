/** The script of every page: React takes over what the server rendered, and the router the navigation. */
import {startBrowser} from './browser.tsx'
import {loadScreen, screens} from './screens.client.tsx'

void startBrowser({screens, loadScreen})
