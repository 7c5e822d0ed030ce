/** What the buttons of a calendar are called. */
export const calendarNames = {
  previousMonth: 'Предыдущий месяц',
  nextMonth: 'Следующий месяц',
  previousYear: 'Предыдущий год',
  nextYear: 'Следующий год',
  previousDecade: 'Предыдущие десять лет',
  nextDecade: 'Следующие десять лет',
}

/** What a day of a calendar is called: «вторник, 10 марта 2026 г.» */
export const dayLabel = (day: string): string =>
  new Date(day).toLocaleDateString('ru', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
