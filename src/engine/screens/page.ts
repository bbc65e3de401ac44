/** A page of the document's own prose. */
import {sourceOf} from '../../document/raw.ts'
import type {ProseData} from '../../ui/page.ts'
import {renderProse} from '../prose.ts'
import type {PageReply} from '../reply.ts'
import {type CompileScreen, noActions} from './world.ts'

export const compilePage: CompileScreen = (screen, {specification: {document, limits}}) => {
  const data: ProseData = {heading: screen.name, html: renderProse(sourceOf(document, screen.prose), limits.constants)}
  const page: PageReply = {kind: 'page', status: 200, title: screen.name, screen: 'page', data}
  return {load: () => page, actions: noActions}
}
