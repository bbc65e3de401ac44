/** The script of every page of an application with own code. */
import {startBrowser} from '../web/browser.tsx'
import {lazyWithPreload} from '../web/lazy.tsx'
import {withOwnCode} from './code/with-own-code.ts'
import {loadMessages} from './messages.client.ts'
import {loadScreen, screens} from './screens.client.tsx'

const parts = () => import('./code/own-parts.client.tsx')
const withParts = withOwnCode(
  screens,
  lazyWithPreload(async () => (await parts()).OwnPart),
)

void startBrowser({
  screens: withParts,
  loadMessages,
  loadScreen: async page => {
    const isOwn = 'component' in page.data
    await Promise.all([loadScreen(page), isOwn && parts().then(({loadPart}) => loadPart(page))])
  },
})
