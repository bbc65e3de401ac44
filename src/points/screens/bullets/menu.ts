/** The bullets of every screen: its entry in the menu. */

/** As much of a bullet as explains it. */
export interface ExplainedBullet {
  readonly key: string
  readonly example: string
  readonly describe: string
}

export const menuBullets: readonly ExplainedBullet[] = [
  {
    key: 'menu',
    example: 'menu: HR if any',
    describe: 'Its group in the menu, `no` to leave it out, `yes` for the first group; `if any` while it has records.',
  },
  {key: 'icon', example: 'icon: plane', describe: 'Its icon, by its name in Lucide.'},
]

/** Of screens that show several records. */
export const countBullet: ExplainedBullet = {
  key: 'menu count',
  example: 'menu count: yes',
  describe: 'The number of its records beside its entry, or of those for which a condition holds.',
}
