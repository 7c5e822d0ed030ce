import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PREVIEWS_A_DAY, type Preview, type ProjectFields } from '../../../../contract/watching/projects.ts'
import { dayForms, messageForms, ofMessagesForms, plural } from '../../../../rules/plural.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { SampleList } from '../../../kit/ui/components/sample-list.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { DayChart } from './day-chart.tsx'
import classes from './project-preview.module.css'
import { shareInWords } from './share-in-words.ts'

/** No one reads what comes between two letters. */
const TYPING_MS = 400

const widths: Record<Preview['width'], { title: string; advice: string | null; tone: 'good' | 'warn' | 'quiet' }> = {
  empty: {
    title: 'Пока нечего искать',
    advice: 'Добавьте ключевое слово, и здесь появится, что оно найдёт.',
    tone: 'quiet',
  },
  narrow: {
    title: 'Слишком узко',
    advice: 'Так пишут редко. Добавьте другие слова, которыми об этом говорят.',
    tone: 'warn',
  },
  good: { title: 'В самый раз', advice: null, tone: 'good' },
  wide: {
    title: 'Широковато',
    advice: 'Прочитать столько за день можно, но лишнее лучше убрать стоп-словами.',
    tone: 'warn',
  },
  tooWide: {
    title: 'Слишком широко',
    advice: 'Столько никто не прочтёт. Добавьте контекст или стоп-слова.',
    tone: 'warn',
  },
}

/** Of more samples than this only the first ones stand there unasked. */
const FIRST = 5

export type AskedPreview = Omit<ProjectFields, 'name'>

/** What the settings would find, read again a moment after the last letter. */
export function usePreview(fields: ProjectFields) {
  const { name: _, ...asked } = fields
  const [settled] = useDebouncedValue(JSON.stringify(asked), TYPING_MS)
  const { data, error, refetch, isFetching } = useCall(
    'projects',
    'previewProject',
    JSON.parse(settled) as AskedPreview,
    {
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      retry: false,
    },
  )
  const asksNothing = asked.keywords.length === 0
  return {
    preview: data,
    asksNothing,
    error,
    retry: () => void refetch(),
    busy: isFetching || settled !== JSON.stringify(asked),
  }
}

export interface ProjectPreviewProps {
  shown: ReturnType<typeof usePreview>
  zone: string
  /** Which filters are on. */
  filters: { censor: boolean; neural: boolean }
  /** One of them is to be on from now on. */
  onFilters: (to: Partial<Pick<ProjectFields, 'censorFilter' | 'neuralFilter'>>) => void
  /** A noisy word is to keep messages away from now on. */
  onExclude: (word: string) => void
}

export function ProjectPreview({
  shown: { preview, asksNothing, error, retry, busy },
  zone,
  filters,
  onFilters,
  onExclude,
}: ProjectPreviewProps) {
  const [whole, setWhole] = useState(false)
  if (error) {
    return (
      <LoadFailure error={error} onRetry={retry}>
        Посмотреть заранее не получилось.
      </LoadFailure>
    )
  }
  if (!preview) {
    return (
      <Stack gap={3} className={classes.preview} aria-busy="true">
        <Skeleton height={28} width={180} />
        {asksNothing ? (
          <Skeleton height={20} />
        ) : (
          <>
            <Skeleton height={72} />
            <Skeleton height={120} radius="lg" />
          </>
        )}
      </Stack>
    )
  }
  const { width, total, perDay, explanation, noisyWords } = preview
  const found = width !== 'empty' && total > 0
  const advice = width === 'empty' || found ? widths[width].advice : null
  return (
    <Stack
      as="section"
      gap={3}
      className={classes.preview}
      aria-label="Что найдётся"
      aria-busy={busy}
      data-busy={busy || undefined}
    >
      <Width preview={preview} />
      {advice !== null && <p className={typography.note}>{advice}</p>}
      {found && <DayChart perDay={perDay} />}
      {explanation !== '' && (
        <p className={classes.explanation}>
          <b>Как мы это поняли:</b>{' '}
          {explanation.split('*').map((piece, at) => (at % 2 === 1 ? <em key={at}>{piece}</em> : piece))}
        </p>
      )}
      <Filtered preview={preview} filters={filters} onFilters={onFilters} />
      {noisyWords.length > 0 && <NoisyWords words={noisyWords} onExclude={onExclude} />}
      {width !== 'empty' && !found && <NothingFound days={preview.days} />}
      {found && <Samples preview={preview} zone={zone} whole={whole} onWhole={() => setWhole(true)} />}
    </Stack>
  )
}

/** Whether it finds too little, enough or too much, and how much that is. */
function Width({ preview: { width, total, estimated, days } }: { preview: Preview }) {
  const { title, tone } = widths[width]
  const aDay = total / Math.max(1, days)
  return (
    <Row as="header" align="baseline" justify="space-between">
      <span className={classes.width} data-tone={tone}>
        {title}
      </span>
      {width !== 'empty' && (
        <p className={classes.count} role="status">
          <b>
            {estimated && 'около '}
            {roughly(aDay)}
          </b>{' '}
          {aDay < 1 ? 'сообщения' : plural(Math.round(aDay), estimated ? ofMessagesForms : messageForms)} в день
        </p>
      )}
    </Row>
  )
}

interface NoisyWordsProps extends Pick<ProjectPreviewProps, 'onExclude'> {
  words: Preview['noisyWords']
}

function NoisyWords({ words, onExclude }: NoisyWordsProps) {
  return (
    <div className={classes.noisy}>
      <h3 className={classes.subtitle}>Шумные слова</h3>
      <p className={typography.note}>Часто стоят рядом. Если слово не о вас, одно нажатие отправит его в стоп-слова.</p>
      <Row as="ul" gap="tight">
        {words.map(({ word, share }) => (
          <li key={word}>
            <button
              type="button"
              className={classes.word}
              onClick={() => onExclude(word)}
              title={`Добавить «${word}» в стоп-слова`}
            >
              <IconPlus size={14} aria-hidden="true" />
              {word}
              <span className={typography.small}>{percent(share)}</span>
            </button>
          </li>
        ))}
      </Row>
    </div>
  )
}

/** What examples leave out. */
const viewWords: Record<Preview['sampleView'], string | null> = {
  full: null,
  trial: 'На пробном доступе последних трёх дней в примерах нет.',
  public: 'Контакты, имена и ссылки скрыты, последних трёх дней нет: целиком примеры видны с подпиской на проекты.',
}

/** Why there is not one of what was found. */
function whyNone({ sampleView, sampleLimitReached }: Preview): string {
  if (sampleLimitReached)
    return `Примеров на сегодня больше нет: их показываем ${PREVIEWS_A_DAY} раз в день. Подсчёт работает, как раньше.`
  return sampleView === 'full'
    ? 'Показать из найденного пока нечего.'
    : 'Показать из найденного пока нечего: в примерах только сообщения старше трёх дней. С подпиской видны и новые.'
}

/** So no one wrote: of a rare name that is usual, and no reason to think that it does not work. */
function NothingFound({ days }: Pick<Preview, 'days'>) {
  return (
    <Stack as="section" gap={1} aria-label="Пока никто не писал">
      <p>
        {inLastDays(days)} так никто не писал. О редком названии пишут не каждую неделю: Эхолот будет слушать и покажет
        первое же сообщение.
      </p>
      <ul className={`${typography.note} ${classes.steps}`}>
        <li>Проверьте, как название пишут сами клиенты: по-русски, латиницей, с опечаткой.</li>
        <li>Добавьте другие названия: товар, адрес, имя владельца.</li>
        <li>Уберите лишние условия: контекст, стоп-слова, выбранные сети.</li>
      </ul>
    </Stack>
  )
}

function inLastDays(days: number): string {
  const whole = Math.floor(days)
  return whole < 1 ? 'Пока' : `За ${whole}\u00A0${plural(whole, dayForms)}`
}

interface SamplesProps {
  preview: Preview
  zone: string
  whole: boolean
  onWhole: () => void
}

function Samples({ preview, zone, whole, onWhole }: SamplesProps) {
  const { samples, sampleView } = preview
  const left = viewWords[sampleView]
  const note = left !== null && (
    <p className={typography.note}>
      {left}{' '}
      <Link to="/order?product=project" className={typography.link}>
        Посмотреть тарифы
      </Link>
    </p>
  )
  if (samples.length === 0) {
    return (
      <div className={classes.samples}>
        <p className={typography.note}>{whyNone(preview)}</p>
        {note}
      </div>
    )
  }
  return (
    <div className={classes.samples}>
      <h3 className={classes.subtitle}>Примеры</h3>
      {note}
      <SampleList samples={samples.slice(0, whole ? samples.length : FIRST)} zone={zone} gap={2} />
      {samples.length > FIRST && !whole && (
        <Button variant="subtle" size="compact-sm" onClick={onWhole}>
          Показать ещё {samples.length - FIRST}
        </Button>
      )}
    </div>
  )
}

const filterTitles = { neural: 'Нейрофильтр', censor: 'Фильтр грубых слов' } as const
const turnedOn = { neural: { neuralFilter: true }, censor: { censorFilter: true } } as const

/** How much of it each filter keeps out of the feed, or would. */
function Filtered({
  preview: { hiddenShare },
  filters,
  onFilters,
}: { preview: Preview } & Pick<ProjectPreviewProps, 'filters' | 'onFilters'>) {
  return (['neural', 'censor'] as const).map(
    (filter) =>
      hiddenShare[filter] > 0 && (
        <p key={filter} className={typography.note}>
          {filterTitles[filter]} {filters[filter] ? 'скрывает' : 'скрыл бы'} {shareInWords(hiddenShare[filter])}.{' '}
          {!filters[filter] && (
            <button type="button" className={typography.link} onClick={() => onFilters(turnedOn[filter])}>
              Включить
            </button>
          )}
        </p>
      ),
  )
}

const percent = (share: number): string => `${Math.max(1, Math.round(share * 100))}\u00A0%`

function roughly(aDay: number): string {
  if (aDay === 0) return 'ни одного'
  return aDay < 1 ? 'меньше одного' : Math.round(aDay).toLocaleString('ru')
}
