/** Words around a name that say whether it is a place. All folded. */

/** «г. Тверь», «в городе Твери». */
export const TOWN_WORDS = new Set('г гор город города городу городом городе'.split(' '))

/** Prepositions of a place: «в Твери», «из Твери», «под Тверью». */
export const PLACE_PREPOSITIONS = new Set('в во из изо под около возле близ недалеко вблизи'.split(' '))
/** These stand before places and before everything else as well. */
const OTHER_PREPOSITIONS = new Set('на по до к ко от с со через за над между мимо вокруг для у о об про при'.split(' '))

/** A way that ends or begins elsewhere: «поезд до Воронежа», «далеко от Москвы», «курс на Казань». */
export const AWAY_PREPOSITIONS = new Set('до от к ко на за через мимо кроме вместо против'.split(' '))

/** Words that stand before and after anything. */
export const FUNCTION_WORDS = new Set(
  (
    'и а но или либо да не ни же ли бы то это как что кто где когда если чтобы есть нет был была было были будет будут ' +
    'мы я вы он она они ты мне нам вам его ее их все всех очень уже еще тоже также здесь там тут сейчас сегодня завтра ' +
    'вчера можно нужно надо нужен нужна нужны ' +
    'ищу ищем кто-то кто-нибудь пожалуйста прошу по в во на с со к ко у о об за из от до для при под над без через про'
  ).split(' '),
)

/** What stands beside a name with its capital and is no person's name. */
export const NO_NAMES: ReadonlySet<string> = new Set([
  ...TOWN_WORDS,
  ...PLACE_PREPOSITIONS,
  ...OTHER_PREPOSITIONS,
  ...FUNCTION_WORDS,
])

/** Things that towns lend their names to, and other settlements: «гостиница Москва», «деревня Каменка», «река Печора». */
const THINGS =
  'гостиниц отел хостел кинотеатр ресторан кафе бар столов магазин универмаг универсам рынок тц трц трк тк тд жк ' +
  'бц дк кц спк снт хк фк бк мфк вк жд клуб команд санатор теплоход пароход паром поезд электричк самолет крейсер ' +
  'корабл атомоход ледокол лодк газет журнал радио радиостанц телеканал канал стадион арен торт конфет пив сигарет ' +
  'водк коньяк песн фильм сериал роман повест рассказ книг альбом групп ансамбл хор оркестр театр улиц ул проспект ' +
  'пр-т пр-кт просп пр шоссе ш тракт вокзал площад пл станци ст платформ остановк бульвар б-р переулок переулк пер ' +
  'набережн наб аллея проезд метро мост завод фабрик комбинат банк фирм компани ооо зао оао ао пао ип холдинг ' +
  'корпорац фонд спутник ракет комплекс танк деревн дер сел пос поселок поселк поселени пгт рп станиц хутор аул ' +
  'слобод мкр микрорайон парк сквер рек ручь озер оз залив остров о-в гор вулкан перевал пещер монастыр собор храм ' +
  'церк икон храме князь князя князю святой святого отец ооош операц битв сражени параллел'

const THING = new RegExp(
  `^(?:${THINGS.split(' ')
    .map((stem) => (stem.length <= 3 ? stem : `${stem}[а-я]{0,4}`))
    .join('|')})$`,
)

export const isThing = (word: string): boolean => !TOWN_WORDS.has(word) && THING.test(word)

/** «Москва-река», «Казань Арена», «Чистополь Арена»: what follows makes another name of it. */
const AFTER = new Set('река реки реке реку рекой арена арены арене сити банк тв news life онлайн fm фм тв'.split(' '))
export const makesAnotherName = (word: string): boolean => AFTER.has(word)

/** A verb of which the name before it is the subject: «Москва заявила», «Казань принимает». */
export const isVerb = (word: string): boolean =>
  /[а-я]{2}(?:ла|ло|ли|ет|ит|ют|ут|ат|ят|лась|лось|лись|ется|ится|ются|утся|атся|ятся)$/.test(word)

/** A surname as it declines, written as a town is: «Ростова», «Дмитрову», «Пушкина». */
export const isLikeSurname = (word: string): boolean =>
  /(?:[ое]в|[иы]н)(?:а|у|ой|е|ы|ым)?$|(?:ск|цк)(?:ий|ого|ому|им|ом|ая|ой|ую)$/.test(word)

export const isPatronymic = (word: string): boolean =>
  /(?:ович|евич|ична|овна|евна)(?:а|у|ем|ы|е|ой)?$|(?:овн|евн|ичн)(?:ы|е|у|ой)$/.test(word)

/** Words that groups of a town carry beside its name. */
const GROUP_WORDS =
  'подслушан типичн барахолк объявлен работ услуг новост чп дтп мам недвижимост аренд квартир ремонт сегодня инфо ' +
  'информ мой моя наш люб афиш попутчик купл прода отда ваканс доск город регион область блог чат форум онлайн ' +
  'online подработк строит стройк мастер авто такси знакомств дети детск школ реклам маркет ярмарк сообществ жител ' +
  'сосед район погод кафе скидк акци бесплатн дар фото фотограф свадь инцидент черный список потеряшк животн приют ' +
  'собак кошк доставк еда дача сад недвиж путеводит событ концерт молодеж студент регистр вечерн'

const GROUP_WORD = new RegExp(`^(?:${GROUP_WORDS.split(' ').join('|')})`)
export const isGroupWord = (word: string): boolean => GROUP_WORD.test(word)
