/** Our words where something is missing, refused or fails. */
export const failures = {
  missing: 'There is nothing at this address',
  failure: 'Something went wrong',
  refused: 'That was not possible',
  back: 'Go back',
  typedKept: 'What you typed is kept as a draft in this tab. Only files have to be chosen again.',
  tryAgain: 'Try again',
  reload: 'Reload the page',
  reference: 'Reference',
  part: 'This part could not be shown. The rest of the page is not affected.',
  unreachable: 'The server cannot be reached',
  unreachableWhy: 'Your connection may be interrupted, or the server may be restarting. Nothing is lost.',
  notSent: 'This could not be sent, because the server cannot be reached. What you entered is still here.',
  strange:
    'The answer could not be read. Something between you and the server may have stepped in. Try again in a moment.',
  undrawn:
    'This page could not be shown. Nothing was changed. Try again; if it happens twice, tell whoever looks after this application.',
}
