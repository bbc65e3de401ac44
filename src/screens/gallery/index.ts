/** Galleries: records as cards with pictures. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {routedScreen} from '../../features/collections/list-definition.ts'
import type {GalleryData} from './data.ts'
import {galleryDocument} from './document.ts'
import {compileGallery} from './server.ts'

export const gallery: ServerKind<'gallery', {readonly gallery: GalleryData}> = defineKind({
  document: galleryDocument,
  compile: compileGallery,
  // Its cards have no headers to sort by.
  lists: (screen, specification) => [{...routedScreen(screen, specification), columns: []}],
  page: 'gallery',
})
