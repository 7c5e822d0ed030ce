/** What is looked for in the log stands in the address: `?tab=log&who=anna@example.ru&action=roles-changed&from=2026-03-01&to=2026-03-05&staff=1`. */
export interface LogFilter {
  who: string
  action: string | null
  /** `YYYY-MM-DD` */
  from: string | null
  to: string | null
  byStaff: boolean
}

const dayOf = (value: string | null): string | null =>
  value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null

export function readLogFilter(search: URLSearchParams): LogFilter {
  const action = search.get('action')
  return {
    who: search.get('who') ?? '',
    action: action !== null && /^[a-z-]{1,60}$/.test(action) ? action : null,
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    byStaff: search.get('staff') === '1',
  }
}

/** Everything else in the address stays. */
export function writeLogFilter(
  before: URLSearchParams,
  { who, action, from, to, byStaff }: LogFilter,
): URLSearchParams {
  const next = new URLSearchParams(before)
  const parts = { who, action: action ?? '', from: from ?? '', to: to ?? '', staff: byStaff ? '1' : '' }
  for (const [name, value] of Object.entries(parts)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
