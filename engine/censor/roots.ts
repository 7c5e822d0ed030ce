/**
 * The roots of Russian obscene words as patterns of words, ё as е. A letter stands for itself once or more often («хуууй»),
 * `~` for the beginning of a word with any of the prefixes, `^` for a bare beginning.
 */

/** Prefixes of verbs and adverbs, up to three of them: «нахуй», «недоебать», «перезалупиться». */
const PREFIX =
  '(?:вы|до|за|на|не|ни|о|по|при|про|пере|пре|рас|раз|рос|об|объ|от|отъ|подъ|под|съ|с|в|въ|взъ|вз|вс|из|изъ|ис|у|недо|полу|без)'

/** What words begin with; what ends in `$` is the whole of it. */
const beginnings = [
  // «хулить» and «хулиган» are ordinary words; «плохую», «психуй» and «страхую» have no prefix before them.
  '~ху(?:й|е|и|я|ю(?:$|щ|т|ж|ш|л))',
  '^ахуе',
  '^(?:одно|одни|дву|трех?)ху[йеия]',
  '^одинху[йя]',
  '~хул[еи]$',
  '~хуля$',
  '~пид[оа]р(?!оз)',
  '^пидр(?:$|ы|у|а|о(?!з)|е|и|ю)',
  '^(?:за|о|у|на)пидр',
  '^бля$',
  '^бля(?:т|ц|дь|дс|дк)',
  '^блеать$',
  '^бляать$',
  '^блэ[тд]ь',
  '~муд(?:а[кцчш]|ил|о[звхй]|о(?:е|и)б|ищ|ня$|ни$|ел[ья]|енмя|л[оа]$)',
  '^манд(?:а|ы|е|ой|ою|ам|ами|ах|авош[а-я]*|овош[а-я]*|ец|ища?|еть)$',
  '~манд(?:ю[кхлчршйж]|я[кхлчшржтщес]|о[шх]|ов(?:а[лтвнюейшщ]|у|ыв)|у[йюе]|е(?:н(?!з)|ха|хи)|и(?:т|л[аои]?$|ш|с[ья]|вш|м$))',
  '~залуп',
  '~г[оа]ндон(?!е[рй])',
  '^елд(?:а|ы|у|е|ой|ою|ам|ами|ах)$',
  '^елд(?:ак|ач|ов|ищ)',
  '^шлюх',
  '^сук(?:а|и|е|у|ой|ою|ам|ами|ах)$',
  '^сукин',
  '^сукадл',
  '~хер(?:$|а$|у$|ом$|е$|ы$|ам$|ами$|ов(?!им)|ня|ни|не[мйюгт]|ней|нею|ню|ну|нь|ач|аш|ак[ан]|ищ|и[лтшв]|еть|е[лтвн]|ь)',
  '^(?:на|по|до|ни|о|за|от|рас|с|при)хер',
  // The verb and what is made of it; «себя», «небо», «вебинар» and «дебют» have no such beginning.
  '^эба(?:л|н(?!к)|т)',
  '^эбу[тч]',
  '^еб(?:$|а(?!йс|с|л[еи]к)|л(?:а|и(?!нд)|о|у|е|я)|е(?!$|р|л|н[еь]з)|и(?!з|л|о)|н|о(?:ш|т[аыу]|с)|с[яь]|т(?:$|вою)|у(?!рг|лл|м|к)|ш|ы|ь|к(?:$|а))',
  '^(?:по|недо|пере|раз|до|на|от|об|за|не|при|про|всз?|под|с)?(?:вы|до|за|на|не|ни|по|при|про|пере|пре|раз|рас|изъ?|недо|у|о|кона|полу|об)еб(?:$|а|л|е|и|н|о[скшн]|с[яь]|у|ш|ы|ь|к|ц)',
  '^(?:при|вы|про|пере|недо|за|на|до|по|раз|под)?(?:объ|отъ|подъ|разъ|изъ|съ|въ|взъ)еб(?!о)',
  '^(?:отеб|подеб|вьеб|сьеб|отьеб|подьеб|обьеб|разьеб|взьеб|взеб)(?:а[лтнвш](?!и)|ан|ат|ис|ну|у[тч]|ок|ы)',
]

/** Ordinary words, and what is written together by mistake, that begin as obscene ones do. */
const EXCEPT = '(?!сухую|ебанкинг|уэбб)'

/** What stands at any place of a word. */
const middles = [
  'пизд',
  'пезд',
  'пизж',
  'пызд',
  'бляд',
  'дроч',
  'пздц',
  'пзде',
  // Of compounds: «долбоеб», «сракохуй».
  'оеб(?![рпжщ]|лю|инг|о[рлт]|ед|ель|ы[лт]|уд|аз|ес|ла[ст])',
  'уеб(?:ищ|ок|к[аиу]|ан)',
  'трахаеб',
  'охуй',
  'охуе[втнлш]',
  'охуис',
  'мудак',
  'мудоз',
  'пидор(?!к)',
  'хуйн',
  'хуес',
  'хуев(?!и?н)',
]

/** The same in Latin letters, as it is written where there are no others. */
const latin = [
  '^(?:na|po|o|do|ni|za)?(?:hu|xu|xy|khu)(?:[iyj]$|[yij]n|ev|ye|[iy]l)',
  '^(?:na|po)h[uy][yi]?$',
  'pi[zs]d(?:e|a|u|o|i|ya)',
  '^bl(?:ya|ia|ja)(?:$|d|t)',
  '^blyat',
  '^(?:za|na|vy|pro|do|po|u|raz|ot)?[ey]?eba(?:t$|l|n[aioy]|sh|lo)',
  '^suka$',
  '^cyka$',
  '^pid[oa]r',
  '^mudak',
  '^g[oa]ndon',
  '^zalup',
  'dolboeb',
  '^mud[io]',
]

/** With stars for letters, `*` for one or more of them: who writes «п****ц» means nothing else. */
const starred = [
  '^(?:на|по|о|до|ни|за|при|рас|от|вы)?х\\*(?:й|я|ю|е|и|ев|ня|ню|ни|не|йн|ет|ел|ен|еш|яр)',
  '^(?:на|по|о|до|ни|за)?ху\\*',
  '^(?:на|по|о|до|ни)?\\*уй$',
  '^о\\*у(?:е|и)',
  'п\\*зд',
  'п\\*зж',
  'пи\\*д',
  'пи\\*ж',
  'пиз\\*',
  '^п\\*(?:ц|ец|дец|дц|ц[а-я]*)$',
  '^пи\\*(?:ец|ц|а|у)?$',
  '^[сн]а?п\\*(?:дил|зди)',
  '^бл\\*(?:$|ть|дь|ь|т|д|ди|дс|ха)',
  '^б\\*(?:я|ь|ть|дь|ядь|ять|ди)$',
  '^бля\\*',
  '^б\\*я[дт]',
  '^(?:вы|до|за|на|по|при|про|пере|раз|у|отъ?|съ|подъ?|объ?|ни)?е\\*(?:а|л|е[тш]|и|н|у|ы)',
  '^(?:за|на|вы|про|до|по|у)\\*ба[лнт]',
  '^еб\\*',
  '^(?:за|на|вы|про|до|по|у)еб\\*',
  '^су\\*(?:а|и|у|$)',
  '^с\\*к[аиу]$',
  '^долб\\*',
  'муд\\*к',
  '^м\\*дак',
  '^г\\*ндон',
  '^п\\*д[оа]р',
  '^пид\\*р',
  '^др\\*ч',
  '^ман\\*а$',
  '^залу\\*а$',
  '^хер\\*',
]

/** A letter as often as somebody likes; `е` with its dots or without. */
function loosened(pattern: string): string {
  return pattern
    .replace(
      /(\[[^\]]*\]|[а-я])([?*+]?)/g,
      (_, letter: string, times: string) =>
        letter.replace('е', letter.startsWith('[') ? 'её' : '[её]') + (times === '' ? '+' : '*'),
    )
    .replaceAll('\\*', '\\*+')
}

function joined(patterns: string[], loosen: (pattern: string) => string): RegExp {
  const [bare, prefixed, anywhere]: string[][] = [[], [], []]
  for (const pattern of patterns) {
    if (pattern.startsWith('^')) bare!.push(loosen(pattern.slice(1)))
    else if (pattern.startsWith('~')) prefixed!.push(loosen(pattern.slice(1)))
    else anywhere!.push(loosen(pattern))
  }
  const begun = [...bare!, ...(prefixed!.length > 0 ? [`${PREFIX}{0,3}(?:${prefixed!.join('|')})`] : [])]
  return new RegExp([`^${EXCEPT}(?:${begun.join('|')})`, ...anywhere!].join('|'))
}

/** Most words hold none of these, and need no closer look. */
export const HINT =
  /х+у|х+[её]+р|п+[иеёы]+[зжд]|п+з|б+л|[еёэ]+б|м+у+д|м+а+н+д|д+р+о+ч|л+у+п|н+д+о+н|[её]+л+д|ш+л+ю|с+у+к/

/** Of one word each, in lower case. */
export const CYRILLIC_WORDS = joined([...beginnings, ...middles], loosened)
export const STARRED_WORDS = joined(starred, loosened)
export const LATIN_WORDS = joined(latin, (pattern) => pattern)
