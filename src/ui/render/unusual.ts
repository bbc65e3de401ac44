/** What our own writer leaves to React: rare on pages, and more rules than it is worth. */
export class Unusual extends Error {}
