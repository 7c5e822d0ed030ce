import { messageForms, plural } from '../../rules/plural.ts'
import type { ChosenFilterQuestion } from '../features/reading/filters/use-filter-choice.ts'
import { useCall } from '../kit/calls/use-call.ts'
import typography from '../kit/ui/typography.module.css'
import classes from './hidden-count.module.css'

interface HiddenCountProps {
  question: ChosenFilterQuestion
  /** The key of the view that is read: what is of other products is not hidden by it. */
  view: string | null
  onOpen: () => void
}

/** How much the filter keeps from the reader, and the way to it. Nothing while no one knows, and when it is nothing. */
export function HiddenCount({ question, view, onOpen }: HiddenCountProps) {
  const asked = view === null ? question.ask : { ...question.ask, view }
  const { data, error } = useCall('feed', 'countHidden', asked, { staleTime: 30_000 })
  if (data ? data.count === 0 && !data.capped : !error) return null
  const number = data && `${data.capped ? 'больше ' : ''}${data.count.toLocaleString('ru')}`
  return (
    <button
      type="button"
      className={`${typography.link} ${classes.hidden}`}
      title={data && `Не показано ${number} ${plural(data.count, messageForms)}: посмотреть какие и почему`}
      onClick={onOpen}
    >
      {data ? `Скрыто фильтром: ${number}` : 'Что скрыто'}
    </button>
  )
}
