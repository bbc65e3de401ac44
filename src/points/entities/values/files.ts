/** Files are records of the engine's own entity `file`; a field of a file refers to one. Uploads make them elsewhere. */

/** In small letters: no entity of a document can have this name. */
export const fileEntity = 'file'

/** What browsers show as an image by themselves, without running anything. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'
