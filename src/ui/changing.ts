/** Where the script changes what stands in a page that came as HTML. Everywhere else such a page needs nothing of React. */

/** Forms gain lists, lines and hints. */
export const changing = 'form[data-form], [data-lookup], [data-drop]'

/** The screens that are there for it: their pages ask for the view early. Others may have it too, and get the view a moment later. */
export const changingScreens: readonly string[] = ['form', 'import']
