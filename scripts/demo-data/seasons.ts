/** Summers, Christmases and other weeks planned by dates of the year, last year's and this year's. */

export interface Season {
  readonly name: string
  readonly first: string
  readonly last: string
  readonly asked: string
  readonly note: string
  readonly cover: string
  readonly kind: string
}

type Entry = [name: string, first: string, last: string, asked: string, note?: string, cover?: string]

const seasons = (kind: string, entries: readonly Entry[]): readonly Season[] =>
  entries.map(([name, first, last, asked, note = '', cover = '']) => ({name, first, last, asked, note, cover, kind}))

/** Each ends before September, so that no relative week reaches back to it for people who plan in both ways. */
const lastSummer: readonly Entry[] = [
  ['Łukasz Wójcik', '07-06', '07-19', '02-03', 'Masuria, with the canoe.', 'Ingrid Solberg'],
  ['Camille Laurent', '08-03', '08-15', '01-20', 'Ardèche, as every year.', 'Łukasz Wójcik'],
  ['Ingrid Solberg', '07-20', '08-05', '02-24', 'Lofoten. It doesn’t get dark, so I won’t sleep.', 'Łukasz Wójcik'],
  ['Pieter de Vries', '07-13', '07-24', '03-09', 'Camping in Zeeland with the children.', 'Camille Laurent'],
  [
    'Chiara Romano',
    '08-08',
    '08-23',
    '03-02',
    'Ferragosto in Puglia: the whole family, forty people at one table.',
    'Beatriz Nunes',
  ],
  ['Beatriz Nunes', '07-04', '07-17', '02-16', 'Alentejo.', 'Chiara Romano'],
  ['Marc Lefèvre', '08-01', '08-16', '01-26', 'Corsica.', 'Conor Walsh'],
  ['Conor Walsh', '07-08', '07-21', '04-07', 'Home to Cork, and my sister’s wedding.', 'Marc Lefèvre'],
  ['Anouk Jansen', '07-25', '08-07', '04-21', 'My first long holiday here: Terschelling.', 'Conor Walsh'],
  ['Inês Pereira', '08-10', '08-25', '02-09', 'School holidays.', 'Nikos Papadakis'],
  ['Nikos Papadakis', '07-18', '08-02', '03-16', 'Naxos. My grandmother counts the days.', 'Hugo Bernard'],
  ['Hugo Bernard', '07-01', '07-14', '03-30', 'Hiking in the Pyrenees.', 'Inês Pereira'],
  ['Henrik Dahl', '07-11', '07-28', '01-15', 'Summer house in Halland, no internet on purpose.', 'Luís Teixeira'],
  ['Luís Teixeira', '08-06', '08-22', '03-23', 'Algarve with the children, school holidays.', 'Henrik Dahl'],
  ['Nadia Benali', '07-28', '08-10', '02-11', 'At my grandparents’ in Tlemcen.', 'Łukasz Wójcik'],
  ['Deniz Kaya', '08-12', '08-26', '04-14', 'Bodrum with my cousins.', 'Ingrid Solberg'],
  ['Jonas Lind', '07-02', '07-15', '02-18', 'Midsummer is over, the lake is warm.', 'Chiara Romano'],
  ['Eva Vogel', '07-22', '08-06', '03-11', 'Baltic coast, the same beach chair as always.', 'Beatriz Nunes'],
  ['Tom Dvorak', '07-05', '07-18', '03-03', 'Bohemian Forest by bike.', 'Marc Lefèvre'],
  ['Sofia Carvalho', '08-14', '08-27', '04-01', 'Minho, and a village festival every evening.', 'Anouk Jansen'],
  ['Paul Costa', '08-04', '08-17', '03-18', 'São Miguel.', 'Hugo Bernard'],
  ['Agnieszka Kowalska', '07-09', '07-22', '02-27', 'Bieszczady with the scouts; I’m the cook.', 'Inês Pereira'],
  ['Marta Silva', '08-11', '08-24', '02-20', 'With my parents in Viana do Castelo.'],
  ['Anna Moreau', '07-15', '07-31', '03-25', 'Brittany, rain included.'],
]

const lastChristmas: readonly Entry[] = [
  [
    'Łukasz Wójcik',
    '12-21',
    '12-30',
    '09-14',
    'Twelve dishes at my mother’s. I need the days after it too.',
    'Ingrid Solberg',
  ],
  ['Camille Laurent', '12-22', '12-30', '10-05', '', 'Ingrid Solberg'],
  ['Chiara Romano', '12-20', '12-30', '10-12', 'Bologna.', 'Beatriz Nunes'],
  [
    'Marc Lefèvre',
    '12-22',
    '12-30',
    '10-01',
    'Skiing with the children, who are off school until January.',
    'Anouk Jansen',
  ],
  ['Conor Walsh', '12-07', '12-16', '09-21', 'Cork before the fares go up.', 'Anouk Jansen'],
  ['Inês Pereira', '12-05', '12-13', '10-19', '', 'Hugo Bernard'],
  ['Nikos Papadakis', '12-22', '12-30', '09-30', 'Athens. I’ll be on the rota next year, as agreed.', 'Hugo Bernard'],
  ['Henrik Dahl', '12-18', '12-27', '10-08', 'Books are closed by then, I promise.', 'Luís Teixeira'],
]

const lastYearBetween: readonly Entry[] = [
  ['Camille Laurent', '02-14', '02-22', '01-08', 'Winter school holidays.'],
  ['Ingrid Solberg', '03-27', '04-06', '02-02', 'Last snow.', 'Łukasz Wójcik'],
  ['Beatriz Nunes', '10-17', '10-25', '08-20', 'Porto and the Douro, grapes are in.'],
  ['Marc Lefèvre', '04-11', '04-17', '02-12'],
  ['Hugo Bernard', '10-22', '10-31', '08-31', 'All Saints’ school holidays.', 'Nikos Papadakis'],
  ['Luís Teixeira', '10-02', '10-11', '07-20'],
  ['Henrik Dahl', '02-06', '02-11', '01-05', 'Cross-country skiing.'],
  ['Anouk Jansen', '10-10', '10-18', '08-11', 'Herfstvakantie, as my nieces insist.'],
]

const lastYearIll: readonly Entry[] = [
  ['Łukasz Wójcik', '03-09', '03-13', '03-09', 'Flu. Doctor’s note to follow.'],
  ['Chiara Romano', '11-16', '11-20', '11-16', 'Bronchitis.'],
  ['Conor Walsh', '02-23', '02-27', '02-23', 'Stomach flu, all of us.'],
  ['Nikos Papadakis', '11-02', '11-06', '11-02'],
  ['Inês Pereira', '05-18', '05-22', '05-18', 'Torn ligament. The doctor says I can walk again on Monday.'],
  ['Ingrid Solberg', '09-21', '09-25', '09-21'],
]

/** All requested by 4 December of the year before, when the rota for the year is made. */
const thisYear: readonly Entry[] = [
  ['Łukasz Wójcik', '07-11', '07-26', '11-10', 'Masuria again.', 'Camille Laurent'],
  ['Camille Laurent', '08-08', '08-21', '11-17', 'Ardèche, as every year.', 'Łukasz Wójcik'],
  ['Ingrid Solberg', '06-20', '07-03', '11-24', 'My parents’ golden wedding in Tromsø.', 'Camille Laurent'],
  ['Chiara Romano', '08-08', '08-22', '11-19', 'Puglia.', 'Beatriz Nunes'],
  ['Beatriz Nunes', '07-18', '07-31', '11-26', '', 'Chiara Romano'],
  ['Marc Lefèvre', '08-13', '08-26', '11-05', 'Corsica, with my brother’s family.', 'Anouk Jansen'],
  ['Conor Walsh', '06-22', '07-04', '12-01', 'Cork and Kerry.', 'Marc Lefèvre'],
  ['Anouk Jansen', '07-18', '07-30', '11-30', 'Terschelling. The bicycle is already there.', 'Conor Walsh'],
  ['Inês Pereira', '08-14', '08-27', '11-11', 'School holidays.', 'Hugo Bernard'],
  ['Nikos Papadakis', '07-19', '07-31', '11-23', 'Naxos.', 'Inês Pereira'],
  ['Hugo Bernard', '06-22', '07-05', '12-02', 'The second half of the Pyrenees.', 'Nikos Papadakis'],
  ['Henrik Dahl', '07-10', '07-27', '11-04', 'Halland.', 'Luís Teixeira'],
  ['Luís Teixeira', '08-03', '08-14', '11-27', 'Algarve.', 'Henrik Dahl'],
  ['Ingrid Solberg', '12-20', '12-31', '12-03', 'My turn to be off over Christmas.', 'Łukasz Wójcik'],
  ['Beatriz Nunes', '12-21', '12-28', '12-04', 'Christmas rota, as agreed with Chiara.', 'Chiara Romano'],
  ['Anouk Jansen', '12-20', '12-29', '12-01', 'Christmas rota: I was here last year.', 'Conor Walsh'],
  ['Marc Lefèvre', '10-24', '11-01', '11-30', 'All Saints: the school is closed.', 'Conor Walsh'],
  ['Hugo Bernard', '12-19', '12-28', '11-25', 'At my parents’ in Nantes.', 'Inês Pereira'],
  ['Nikos Papadakis', '05-02', '05-10', '12-04', 'At my parents’. Our Easter is later than yours.', 'Inês Pereira'],
  ['Luís Teixeira', '12-21', '12-29', '11-18', 'First Christmas as a grandfather!', 'Henrik Dahl'],
  ['Camille Laurent', '12-26', '12-31', '12-03'],
  ['Camille Laurent', '02-13', '02-21', '11-17', 'Winter school holidays.'],
  ['Łukasz Wójcik', '02-27', '03-07', '11-10', 'Zakopane, if there is snow.', 'Ingrid Solberg'],
  ['Marc Lefèvre', '04-10', '04-19', '11-05', 'Spring school holidays.'],
  ['Henrik Dahl', '02-05', '02-14', '11-04', 'Cross-country skiing.'],
  ['Chiara Romano', '04-22', '05-02', '12-03', 'Bridging two public holidays.', 'Beatriz Nunes'],
  ['Conor Walsh', '03-14', '03-22', '12-01', 'St Patrick’s Day, then recovery.', 'Anouk Jansen'],
  ['Hugo Bernard', '10-21', '10-28', '12-02', 'All Saints’ school holidays.', 'Nikos Papadakis'],
  ['Beatriz Nunes', '10-09', '10-18', '11-26'],
  ['Luís Teixeira', '10-02', '10-11', '11-18', '', 'Henrik Dahl'],
]

export const lastYearSeasons: readonly Season[] = [
  ...seasons('Holiday', [...lastSummer, ...lastChristmas, ...lastYearBetween]),
  ...seasons('Sick leave', lastYearIll),
]
export const thisYearSeasons: readonly Season[] = seasons('Holiday', thisYear)
