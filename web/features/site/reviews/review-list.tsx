import type { Review } from '../../../../contract/site/reviews.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import card from '../../../kit/ui/components/card.module.css'
import typography from '../../../kit/ui/typography.module.css'
import classes from './reviews.module.css'

/** The same to everyone, wherever it is drawn. */
const month = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'Europe/Moscow' })

export function ReviewList({ reviews }: { reviews: readonly Review[] }) {
  return (
    <Stack as="ul" aria-label="Отзывы">
      {reviews.map((review) => (
        <li key={review.id}>
          <ReviewCard review={review} />
        </li>
      ))}
    </Stack>
  )
}

function ReviewCard({ review: { name, trade, city, text, reply, writtenAt } }: { review: Review }) {
  return (
    <article className={`${card.card} ${classes.review}`} aria-label={`Отзыв: ${name}`}>
      <blockquote className={classes.text}>{text}</blockquote>
      <footer className={classes.author}>
        <span className={classes.letter} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <span>
          <strong>{name}</strong>
          {(trade || city) && <span className={classes.about}>{[trade, city].filter(Boolean).join(', ')}</span>}
        </span>
        <time className={classes.date} dateTime={writtenAt}>
          {month.format(new Date(writtenAt))}
        </time>
      </footer>
      {reply && (
        <section className={classes.reply} aria-label="Ответ Эхолота">
          <strong className={typography.small}>Ответ Эхолота</strong>
          <p className={classes.replyText}>{reply}</p>
        </section>
      )}
    </article>
  )
}
