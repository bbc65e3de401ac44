/** Messages of the page about the product. */

/** What components show. */
export const messages = {
  audience: 'Who it’s for',
  wants: 'What you can do',
  nothing: 'The document doesn’t describe this product yet.',
}
