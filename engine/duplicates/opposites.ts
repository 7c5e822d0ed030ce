/**
 * Words of which one put for another makes another text, however little they tell: «больше» for «меньше», «сегодня» for a day
 * of the week. A line is a group; between strokes stand words that say the same, which count as one word. Word prints are
 * stored: after a change `word-print.ts` gets another version.
 */

/** A power of two. */
export const OPPOSITE_GROUPS = 16
/** This group's words stand for no one thing: beside any other telling word they name another of a series, «новый опрос», «грибной опрос». */
export const SERIES = 0

export const OPPOSITES: readonly string[] = [
  'новый/очередной/следующий/прошлый',
  `сегодня/завтра/вчера/послезавтра/позавчера/понедельник понедельника понедельникам/вторник вторника/среда/четверг четверга/пятница
  /суббота/воскресенье воскресенья воскресеньям`,
  'больше/меньше',
  'включили включат включен/отключили выключили отключат выключат отключен выключен',
  'открыт открыли открылся открылась откроют откроется открытие/закрыт закрыли закрылся закрылась закроют закроется закрытие',
  'приехал прибыл приехали прибыли/уехал покинул уехали покинули',
  'до/после',
  'можно/нельзя',
  'поднялся вырос выросли/упал упали снизился снизились',
  'подорожал подорожали/подешевел подешевели',
]
