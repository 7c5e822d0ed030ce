/** What the end of a word says of it. All folded. */

/** A verb of which the name before it is the subject: «Москва заявила», «Казань принимает». */
export const isVerb = (word: string): boolean =>
  /[а-я]{2}(?:ла|ло|ли|ет|ит|ют|ут|ат|ят|лась|лось|лись|ется|ится|ются|утся|атся|ятся)$/.test(word)

/** A surname as it declines, written as a town is: «Ростова», «Дмитрову», «Пушкина». */
export const isLikeSurname = (word: string): boolean =>
  /(?:[ое]в|[иы]н)(?:а|у|ой|е|ы|ым)?$|(?:ск|цк)(?:ий|ого|ому|им|ом|ая|ой|ую)$/.test(word)

export const isPatronymic = (word: string): boolean =>
  /(?:ович|евич|ична|овна|евна)(?:а|у|ем|ы|е|ой)?$|(?:овн|евн|ичн)(?:ы|е|у|ой)$/.test(word)
