import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import { messageForms, plural } from '../../../../../rules/plural.ts'
import classes from './feed-list.module.css'
import type { FeedPageResult } from './feed-question.ts'
import { useLeft } from './use-left.ts'

export interface FeedTotalProps {
  shown: FeedPageResult | undefined
  fields: FilterFields
  /** So many came since, which are not among the shown ones yet. */
  fresh: number
}

/** How much of the view is left to do, as it changes; where what is handled is shown too, beside how much there is. */
export function FeedTotal({ shown, fields, fresh }: FeedTotalProps) {
  const left = useLeft(shown, fields)
  if (!shown) return <span className={classes.total} />
  const isRest = fields.handled === 'hide'
  const rest = left && { total: left.count + fresh, totalCapped: left.capped }
  return (
    <span className={classes.total}>
      {isRest ? (
        <Rest rest={rest ?? shown} />
      ) : (
        <>
          <span>{totalInWords(shown)}</span>
          {rest && rest.total > 0 && (
            <>
              , <Rest rest={rest} short />
            </>
          )}
        </>
      )}
    </span>
  )
}

type Total = Pick<FeedPageResult, 'total' | 'totalCapped'>

function Rest({ rest, short }: { rest: Total; short?: boolean }) {
  if (rest.total === 0) return null
  return (
    <>
      осталось <span data-left={rest.total}>{short ? digits(rest) : totalInWords(rest)}</span>
    </>
  )
}

const digits = ({ total, totalCapped }: Total): string => `${totalCapped ? 'больше ' : ''}${total.toLocaleString('ru')}`

function totalInWords(rest: Total): string {
  if (rest.totalCapped) return `${digits(rest)} сообщений`
  return rest.total === 0 ? '' : `${digits(rest)} ${plural(rest.total, messageForms)}`
}
