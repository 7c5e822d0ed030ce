/** What a gateway reported of an order and what came of it, as support reads it to a person. */

const kinds: Record<string, string> = {
  check: 'Платёжная система спросила, можно ли платить',
  paid: 'Платёжная система сообщила об оплате',
  declined: 'Банк не пропустил оплату',
  failed: 'Платёжная система сообщила, что оплаты не будет',
  refunded: 'Платёжная система сообщила о возврате денег',
  other: 'Платёжная система сообщила о другом',
  unread: 'Пришло сообщение, которое нельзя проверить',
}

const outcomes: Record<string, string> = {
  settled: '',
  repeated: 'повтор, ничего не изменилось',
  ignored: 'делать ничего не нужно',
  'unknown order': 'такого заказа нет',
  closed: 'заказ уже закрыт',
  'wrong sum': 'сумма не та, заказ не открыт',
  'wrong currency': 'валюта не та, заказ не открыт',
  test: 'деньги ненастоящие, заказ не открыт',
  foreign: 'оплата относится к другому заказу',
  trouble: 'у нас не получилось обработать, ждём повтора',
  'no signature': 'подписи нет, не поверили',
  'bad signature': 'подпись неверна, не поверили',
  malformed: 'разобрать не удалось',
}

/** Where nothing is wrong. */
const harmless = new Set(['settled', 'repeated', 'ignored'])

/** `bad`: someone should look at it. */
export function journalInWords({ kind, verdict }: { kind: string; verdict: string }): { words: string; bad: boolean } {
  const outcome = outcomes[verdict] ?? verdict
  const what = kinds[kind] ?? kind
  return { words: outcome === '' ? what : `${what}: ${outcome}`, bad: !harmless.has(verdict) }
}
