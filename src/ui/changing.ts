/** Where the script changes what stands in a page that came as HTML. Everywhere else such a page needs nothing of React. */

/** Forms gain lists, lines and hints; a page that refused one gains what it says of the draft. */
export const changing = 'form[data-form], [data-lookup], [data-drop], [data-typed]'

/** The screens that are there for it: their pages ask for the view early. Others may have it too, and get the view a moment later. */
export const changingScreens: readonly string[] = ['form', 'import']
