/** The engine's own codes. A row in point 8 replaces the message; the status is fixed. */
import type {CatalogueEntry} from './model.ts'

export const ownErrors = {
  NOT_FOUND: own(404, 'There is nothing at this address. It may have been moved, or the link may be old.'),
  FAILURE: own(
    500,
    'Something went wrong on our side, and nothing was changed. Try again; if it happens twice, quote {reference}.',
  ),
  BAD_ADDRESS: own(400, 'This address cannot be read. It may have been damaged on its way to you.'),
  BAD_INPUT: own(400, 'What was sent could not be read. Nothing was changed. Go back, reload the page and try again.'),
  CROSS_SITE: own(
    403,
    'This was sent from another site, so it was refused. Nothing was changed. Open the page here and try again.',
  ),
  NO_ACTIONS: own(405, 'Nothing can be sent to this page. Nothing was changed.'),
  UNKNOWN_ACTION: own(
    422,
    'This page cannot do that any more; it may have changed since you opened it. Reload it and try again.',
  ),
  TOO_LARGE: own(413, 'That is more than this page takes at once: at most {limit}. Nothing was changed.'),
  UNSUPPORTED: own(415, 'This kind of content cannot be sent here. Nothing was changed.'),
} as const satisfies Record<string, Omit<CatalogueEntry, 'code'>>

export type OwnCode = keyof typeof ownErrors

function own(status: number, message: string): Omit<CatalogueEntry, 'code'> {
  return {status, message}
}
