/**
 * Passwords that are tried first, from public rankings of what people choose: the 49,000 of zxcvbn-ts, and words of other languages and of the
 * workplace that it does not have. In small letters. Read when the first password is chosen.
 */
const more = `
00000000 007007 01011990 01012000 0123456789 10203040 102030405 11111111 11112222 111222333 11223344
112233445566 12121212 123123123 123321123 12341234 12344321 123454321 12345678 123456789 1234567890 123456abc
1234abcd 1234qwer 123654789 123qwe123 123qweasd 13131313 135792468 14141414 147258369 147852369 159753456
19841984 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 20202020 22222222 23232323 246813579 27182818 31415926
314159265 33333333 44444444 456123789 55555555 66666666 69696969 741852963 77777777 789456123 87654321 88888888
963852741 987654321 9876543210 99999999 a1234567 a12345678 a1b2c3d4 aa123456 aaaaaaaa abc12345 abc123456 abcabc
abcd123 abcd1234 abcdabcd abcdefgh abcdefghi abcdefghij abracadabra access accessgranted acdc admin admin123
adminadmin administrator adobe airborne alejandro alessandro alexander alexandra amazing amazon america amour
andrew android angel angelina angels anthony anything apple april aragorn arschloch arsenal asdasd asdasdasd
asdf1234 asdfasdf asdfghjk asdfghjkl asdfjkl; asdfqwer ashley assassin asshole audiaudi august australia autumn
awesome azerty azerty123 azertyui azertyuiop baby babyboy babygirl banana barcelona baseball basketball batman
bayern bayernmunchen beatles beautiful benfica benjamin berlin besiktas beyonce bienvenue bigboss bigdaddy
birthday biteme blabla blahblah blessed blessing blink182 bmwbmw bond007 bonjour brasil broncos brother bubbles
bullshit business buster butterfly callofduty camaro camille canada celtic changeit changeme changemenow
charizard charlie charlotte cheese chelsea chevrolet chicago chicken chocolat christine christmas christopher
cisco company computer contrasena contraseña cookie corazon corinthians correcthorsebatterystaple corvette
coucou counter counterstrike cowboy cowboys cristian cristina crystal daddy daniel darling darthvader debian
december default demo demodemo deutschland diamond dickhead docker doggie dolphin dolphins dortmund doudou
dragon driver drummer ducati dumbledore dupa1234 eagles eatme elephant elizabeth eminem employee england
enterprise estrella everton everything facebook falcon family fantastic father february fenerbahce ferrari
ficken fishing flamengo flower football forever fortnite francesco freedom friday friends friendship frodo
fruhling frühling fuckme fuckoff fuckyou fussball futbol fußball gabriel galatasaray gandalf garfield geheim
geheimnis ginger giovanni github gitlab giuseppe godisgood golden goldfish goodbye goodday google gorgeous
grandma gryffindor guest guestguest guitar hahaha hallo hallo123 handsome happyday harley harleydavidson
harrypotter haslo heaven hello hello123 hellohello hellokitty helloworld helpdesk herbst hermione heslo hiphop
hockey hocuspocus hogwarts hola12345 holiday honda honey honeybee hunter hunting hurricane ihateyou ilovegod
iloveu iloveyou iloveyou1 initial instagram internet iphone ireland ironman isabella jamesbond january jennifer
jessica jesus jesuschrist jetaime jonathan jonsnow jordan joshua july june juventus katherine kawasaki keyboard
keykey khaleesi killer kitten kitty kochanie lakers lalala legolas letmein letmeinnow letmepass lightning
linkedin linkinpark linux lions liverpool lkjhgfdsa login loginlogin logmein lol123 london losenord loulou
lovelove lovely loveme lover loveyou lukeskywalker lösenord macintosh madonna madrid manager manchester march
marines mariposa marseille master masterkey matrix matrix1 matrix123 matthew may mercedes metal metallica
michael michelle mickey microsoft military minecraft minnie misiek mnbvcxz mnbvcxzlkj mommy monday monkey
morpheus motdepasse mother music musica mustang mypassword mysql naruto neo netflix newcastle newpassword
nicolas nicole nintendo nirvana nothing november october office opensesame oracle orange p@ssw0rd p@ssword
pa55w0rd pa55word packers palmeiras panther paris parola parool pass1234 passcode passpass passphrase passw
passw0rd password passwort patrick patriots penis pepper personal phoenix photoshop pikachu pincode playstation
poiuytrewq pokemon polska porsche postgres princess private puppy purple pussy q1w2e3r4 q1w2e3r4t5 qazwsx
qazwsxedc qazxsw qwaszx qwe123qwe qweasd qweasdzxc qweqwe qweqweqwe qwer1234 qwerasdf qwerty qwerty123
qwertyqwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop racing rainbow ranger rangers realmadrid redskins
richard rihanna robert roblox rocknroll rockstar root rootroot salasana samantha samsung saturday schalke
schalke04 schatz scooby scotland sebastian secret secret123 secrets senha september server service sesame sexsex
sexy sexygirl shadow shakira sherlock signin silver sister skywalker slipknot slytherin snoopy soccer softball
soldier soleil something sommer spiderman spring starcraft startrek starwars steelers stephanie storm suckit
summer sunday sunflower sunshine sunshine1 superman support suzuki sweetheart sweetie system teamo temp1234
temporal temporary temppass temppassword tempword tequiero test test1234 tester testing testtest thepassword
thomas thunder thursday tigers tigger together toor topsecret tottenham toyota trinity truck trucker trustno1
tuesday turtle twitter ubuntu unicorn user username useruser vacation valentina victoria volleyball warcraft
wednesday welcome welcome1 welcomehome whatever whatsapp william windows winter winterfell wolverine wonderful
xbox xxxxxxxx yamaha yankees yoda yourpassword youtube zaq123 zaq12wsx zaq1xsw2 zxcv1234 zxcvbnm zxcvbnmm zxczxc
zzzzzzzz
`

export interface CommonPasswords {
  readonly all: ReadonlySet<string>
  /** Those that stay easy with digits and signs behind them: `dragon` covers `Dragon123!` too. */
  readonly words: ReadonlySet<string>
}

/** Further down, words are so rare that a few digits make them worth more than a guess. */
const mostWords = 10_000

let read: CommonPasswords | null = null

export async function commonPasswords(): Promise<CommonPasswords> {
  read ??= await readAll()
  return read
}

async function readAll(): Promise<CommonPasswords> {
  const {default: ranked} = await import('@zxcvbn-ts/language-common/src/passwords.json', {with: {type: 'json'}})
  const own = more.trim().split(/\s+/)
  return {all: new Set([...own, ...ranked]), words: new Set([...own, ...ranked.slice(0, mostWords)])}
}
