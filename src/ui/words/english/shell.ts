/** Our words around every page. */
export const shell = {
  skip: 'Skip to the page',
  screens: 'Screens',
  about: 'About',
  aboutProduct: (product: string) => `About ${product}`,
  audience: 'For',
  wants: 'Who want',
  home: 'Go to the start',
  findings: (count: number) => (count === 1 ? 'One finding in the document' : `${count} findings in the document`),
  lastGood: 'You see its last version without errors.',
  close: 'Close',
  loading: 'Loading',
}
