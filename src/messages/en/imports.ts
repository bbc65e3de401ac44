/** Our words where records come in from a file. */
export const imports = {
  heading: (called: string) => `Import ${called}`,
  intro: (most: number) =>
    `A CSV file in UTF-8, with the fields in its first row. Up to ${most} rows. All of them come in, or none and you see why.`,
  file: 'File',
  check: 'Check the file',
  bring: (count: number, called: string) => `Import ${count} ${called}`,
  good: (count: number, called: string) => `${count} ${called} can come in. Nothing has been changed yet.`,
  bad: (total: number) => (total === 1 ? 'One thing to mend in the file' : `${total} things to mend in the file`),
  unchanged: 'Nothing has been changed.',
  line: 'Line',
  column: 'Column',
  value: 'Value',
  problem: 'What is wrong',
  mayHold: 'What a file may hold',
  required: 'needed',
  chooseFirst: 'Choose a file first.',
  again: 'Choose it once more to import it: it is too long to be remembered here.',
}
