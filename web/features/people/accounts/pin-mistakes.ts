/** What is said of a code that was not right (`CodeFlag` 2 and 3). */
export const pinMistakes = {
  2: 'Код не подошёл. Проверьте и введите ещё раз',
  3: 'Код не подошёл, и попыток больше нет. Запросите новый код',
} as const
