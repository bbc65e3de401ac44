/** Messages of the page about the product in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  audience: 'Für wen',
  wants: 'Was Sie tun können',
  nothing: 'Das Dokument beschreibt dieses Produkt noch nicht.',
}
