/** A page of text from the document. */

import {sourceOf} from '../../document/raw.ts'
import {lastingProse} from '../../engine/base/prose.ts'
import type {ProseData} from '../../engine/page/frame.ts'
import type {PageReply} from '../../engine/reply.ts'
import {type CompileScreen, noActions} from '../../engine/screen-context.ts'

export const compilePage: CompileScreen = (screen, {specification: {document, limits, translation}}) => {
  const prose = lastingProse(translation.prose(sourceOf(document, screen.prose)), limits.constants)
  return {
    load(): PageReply {
      const data: ProseData = {heading: screen.name, html: prose()}
      return {kind: 'page', status: 200, title: screen.name, screen: 'page', data}
    },
    actions: noActions,
  }
}
